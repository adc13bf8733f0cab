/** Writes the program of a packaged client: one archive, which is both the built-in program and the bundle of an update. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeAsar } from './write-asar.ts';

const desktop = path.resolve(import.meta.dirname, '..', '..');
const web = path.resolve(desktop, '..', 'web', 'dist');
const vite = path.resolve(desktop, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js');

export interface ProgramOptions {
  readonly version: string;
  /** Public keys of the packager in PEM: the client installs only what one of them has signed. */
  readonly publicKeys: readonly string[];
  /** Address of the server; empty if the user chooses. */
  readonly server?: string;
  /** Time within which a new program must start. */
  readonly bootTimeoutMs?: number;
}

/** Files that the web build needs only in a browser. */
const FOR_BROWSERS = /(?:\.br|\.map|\/sw\.js|\/early-open\.js|\/\.source-hash)$/;

/** Builds the program with these settings and writes it to `archive`. `change`: called with the folder before it is packed. */
export const writeProgram = async (
  archive: string,
  { version, publicKeys, server = '', bootTimeoutMs }: ProgramOptions,
  change?: (folder: string) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-program-'));
  try {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      APP_PACKAGED: '1',
      APP_VERSION: version,
      APP_SERVER: server,
      APP_UPDATE_KEYS: publicKeys.join('\n'),
      APP_OUT_DIR: folder,
      ...(bootTimeoutMs === undefined ? {} : { APP_BOOT_TIMEOUT_MS: String(bootTimeoutMs) }),
    };
    for (const part of ['main', 'boot'])
      await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--config', `vite.${part}.config.ts`], {
        cwd: desktop,
        env,
      });
    for (const part of ['client-preload.cjs', 'setup-preload.cjs', 'setup'])
      await cp(path.join(desktop, 'dist', part), path.join(folder, part), { recursive: true });
    await cp(web, path.join(folder, 'web'), { recursive: true, filter: (file) => !FOR_BROWSERS.test(file) });
    await cp(path.join(desktop, 'third-party-notices.txt'), path.join(folder, 'third-party-notices.txt'));
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'shufang', version, main: 'boot.cjs' }));
    await change?.(folder);
    await writeAsar(folder, archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
