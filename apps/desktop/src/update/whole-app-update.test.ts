/** What electron-updater gets, and what it has to return, in a process of Node: its window and its updates are not needed. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import Module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { VerifiedInstaller } from './whole-app-update.ts';

type Load = (request: string, ...more: unknown[]) => unknown;
/** Name of the function of Node that loads modules of CommonJS. */
const LOAD = '_load';
const load = Reflect.get(Module, LOAD) as Load;
// electron-updater loads Electron, whose package has no binary here.
Reflect.set(Module, LOAD, ((request, ...more) => (request === 'electron' ? {} : load(request, ...more))) satisfies Load);
const { AppImageUpdater } = await import('electron-updater');
const { adapterFor, feedOf, handOver, prepareFolder } = await import('./whole-app-update.ts');

const DATA = Buffer.from('the new program');
const sha512 = createHash('sha512').update(DATA).digest('hex');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-hand-over-'));
  process.env['APPIMAGE'] = path.join(folder, 'shufang.AppImage');
});
afterAll(async () => {
  delete process.env['APPIMAGE'];
  Reflect.set(Module, LOAD, load);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => writeFile(path.join(folder, 'download'), DATA));

const installer = (change: Partial<VerifiedInstaller['file']> = {}, version = '1.1.0'): VerifiedInstaller => ({
  path: path.join(folder, 'download'),
  file: { kind: 'installer', name: `app-${version}.AppImage`, size: DATA.length, sha512, ...change },
  manifest: { version, issuedAt: Date.UTC(2026, 10, 1) },
});
const updater = async () => {
  const cache = path.join(folder, 'installer');
  await prepareFolder(cache);
  const program = {
    version: '1.0.0',
    config: undefined,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
  };
  const made = new AppImageUpdater(null, adapterFor(cache, program));
  made.logger = null;
  return made;
};

describe('electron-updater', () => {
  it('gets its metadata from the verified manifest', () => {
    const hash = createHash('sha512').update(DATA).digest('base64');
    expect(feedOf(installer())).toEqual({
      version: '1.1.0',
      files: [{ url: 'app-1.1.0.AppImage', sha512: hash, size: DATA.length }],
      path: 'app-1.1.0.AppImage',
      sha512: hash,
      releaseDate: '2026-11-01T00:00:00.000Z',
    });
  });

  it('gets the verified file, and is ready to install it', async () => {
    const made = await updater();
    await handOver(made, installer());
    const [file] = await made.downloadUpdate();
    expect(await readFile(file ?? '')).toEqual(DATA);
    expect([made.autoDownload, made.autoInstallOnAppQuit, made.allowDowngrade]).toEqual([false, false, false]);
  });

  it('may not install a file that was changed after the client had verified it', async () => {
    await writeFile(path.join(folder, 'download'), 'another program');
    await expect(handOver(await updater(), installer())).rejects.toThrow('校验值不符');
  });

  it('accepts neither the running version nor an older one', async () => {
    for (const version of ['1.0.0', '0.9.9'])
      await expect(handOver(await updater(), installer({}, version))).rejects.toThrow('安装程序没有被接受');
  });
});
