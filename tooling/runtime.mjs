// Finds or installs what the product needs to run: npm packages and a Node of the right age. Plain JavaScript, because it is
// what runs before anything is installed, on any Node >= 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const NODE_MAJOR = 24;
const stampFile = path.join(root, 'node_modules', '.shufang-install');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');

const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash();

/** Remembers which lock file `node_modules` belongs to. */
export const markInstalled = () => {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lockHash());
};

/** Installs the exact packages of the lock file when they are missing or of another lock file. Ends the process with a sentence when that fails. */
export const ensureInstalled = () => {
  if (isInstalled()) return;
  // Standard output belongs to what is to be run: a command may answer a machine there.
  console.error('正在安装依赖（首次约需一至三分钟）…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 2, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error('依赖安装失败：请检查网络与 npm 源，然后重试 npm ci。');
    process.exit(result.status ?? 1);
  }
  markInstalled();
};

/** The Node that runs the product: this one when it is new enough, else the one that came with the npm package `node`. */
export const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const bundled = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  console.error(`需要 Node ${NODE_MAJOR} 或更高版本，而随包安装的 Node 不可用（安装脚本可能被禁用）。请安装 Node ${NODE_MAJOR} 后重试。`);
  process.exit(1);
};

/** What Node is told to run the server, from the root folder. */
export const serverArguments = () => JSON.parse(readFileSync(path.join(root, 'apps', 'server', 'server-command.json'), 'utf8')).arguments;

/** Environment in which `node` and the tools of this project are the right ones. */
export const toolEnvironment = (node = findNode()) => ({
  // Compiled code is kept between starts: a third less work before `ready`.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
  ...process.env,
  PATH: [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(path.delimiter),
});

/** Tools written in Go: they live for seconds, and collecting their garbage less often saves a fifth of their work. */
export const lessCollecting = { GOGC: '400' };

/** Runs a child that takes the terminal over; signals reach it, and its end is ours. */
export const runInForeground = (node, args, environment = {}) => {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnvironment(node), ...environment } });
  // Ctrl-C reaches the child by itself (same terminal group); a signal sent to us alone is handed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  // npm ends without a word to us when it alone is told to stop: then we have lost our parent, and the child goes too.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  watch.unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
};
