/** The update of the client when something fails: files that changed, checks at the same time, installers that do not start. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOffer, makePackager, startUpdateServer, type UpdateServer } from './testing/update-server.ts';
import { openUpdateFiles, type UpdateFiles } from './update-state.ts';
import { createUpdater, type Updater } from './updater.ts';

const FILE = Buffer.from('the program');
const packager = makePackager();
let server: UpdateServer;
let parent: string;
let files: UpdateFiles;
let updater: Updater;
let now: number;
let started: string[];
let startInstaller: (file: string) => Promise<void>;

beforeAll(async () => {
  server = await startUpdateServer();
  parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-errors-'));
});
afterAll(async () => {
  server.close();
  await rm(parent, { recursive: true, force: true });
});
beforeEach(async () => {
  files = openUpdateFiles(await mkdtemp(path.join(parent, 'update-')));
  server.requests.length = 0;
  server.respond = undefined;
  server.file = FILE;
  now = Date.now();
  started = [];
  startInstaller = async (file) => void started.push(file);
  updater = createUpdater({
    isPackaged: true,
    current: '1.0.0',
    publicKeys: [packager.publicKey],
    bundleKeys: [packager.publicKey],
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    files,
    fetch,
    now: () => now,
    serverOrigin: () => server.origin,
    onStatus: () => undefined,
    restart: () => started.push('restart'),
    startInstaller: ({ path: file }) => startInstaller(file),
  });
});

const offer = (version: string, kind: 'bundle' | 'installer'): void => {
  server.offer = makeOffer(packager, version, FILE, { kind });
};
const installerOf = (version: string): string => path.join(files.folder, `download-app-${version}.deb`);
const checksSent = (): number => server.requests.filter((each) => each.endsWith('/getLastVersion')).length;

it('an installer that was changed after its download is not started', async () => {
  offer('1.0.1', 'installer');
  await updater.check(false);
  expect(await readFile(installerOf('1.0.1'))).toEqual(FILE);
  await writeFile(installerOf('1.0.1'), 'the virus!!');
  await updater.quitAndInstall();
  expect([started, updater.status().phase]).toEqual([[], 'error']);
  expect(files.read().log.at(-1)).toContain('校验值不符');
  await updater.download();
  await updater.quitAndInstall();
  expect(started).toEqual([installerOf('1.0.1')]);
});

it('a bundle that the boot loader has refused twice is replaced by the installer', async () => {
  offer('1.1.0', 'bundle');
  for (const count of [1, 2]) {
    files.change(() => ({ rejected: { version: '1.1.0', count } }));
    updater.setChannel('stable');
    server.file = count === 1 ? FILE : Buffer.from('installer');
    await updater.check(true);
    await updater.download();
    expect(files.read().pending?.version).toBe(count === 1 ? '1.1.0' : undefined);
  }
  await updater.quitAndInstall();
  expect(started).toEqual([installerOf('1.1.0')]);
});

it('an installer that does not start leaves an error, and can be downloaded again', async () => {
  offer('1.1.0', 'installer');
  await updater.check(false);
  startInstaller = async () => {
    throw new Error('EACCES');
  };
  await updater.quitAndInstall();
  expect(updater.status()).toMatchObject({ phase: 'error', decision: 'mandatory' });
  expect(files.read().log.at(-1)).toContain('EACCES');
  await updater.download();
  expect(updater.status().phase).toBe('downloadComplete');
});

it('an installer is started once, however many times the page asks', async () => {
  offer('1.1.0', 'installer');
  await updater.check(false);
  await Promise.all([updater.quitAndInstall(), updater.quitAndInstall()]);
  expect(started).toHaveLength(1);
});

it('a check of the user during the silent one at the start sends no second request, and gets a response', async () => {
  const waiting: ServerResponse[] = [];
  server.offer = undefined;
  server.respond = (_kind, response) => waiting.push(response) > 0;
  const silent = updater.check(false);
  await expect.poll(() => waiting.length).toBe(1);
  await updater.check(true);
  await updater.check(false);
  expect([updater.status().phase, checksSent()]).toEqual(['checking', 1]);
  waiting[0]?.end(JSON.stringify({ code: 'release.nonePublished', message: '', payload: null }));
  await silent;
  expect([updater.status().phase, checksSent()]).toEqual(['current', 1]);
  server.respond = undefined;
  await updater.check(true);
  expect(checksSent()).toBe(2);
});

it.each([
  ['its version was skipped', () => updater.skipVersion()],
  ['the channel changed', () => updater.setChannel('stable')],
])('an installer is no longer installed when %s, and a bundle comes later', async (_name, leave) => {
  offer('1.0.1', 'installer');
  await updater.check(true);
  await updater.download();
  leave();
  offer('1.0.2', 'bundle');
  await updater.check(true);
  await updater.download();
  expect(updater.status().phase).toBe('downloadComplete');
  await updater.quitAndInstall();
  expect(started).toEqual(['restart']);
});

it('a bundle of the other channel is not installed at the next start', async () => {
  offer('1.0.1', 'bundle');
  await updater.check(false);
  expect(files.read().pending).toMatchObject({ version: '1.0.1' });
  updater.setChannel('beta');
  expect(files.read()).toMatchObject({ channel: 'beta' });
  expect(files.read().pending).toBeUndefined();
});

it('a version that expired after the check is not downloaded', async () => {
  offer('1.0.1', 'bundle');
  await updater.check(true);
  now += 31 * 86_400_000;
  await updater.download();
  expect(updater.status()).toMatchObject({ phase: 'error', decision: undefined });
  expect(server.requests.some((each) => each.includes('/file/'))).toBe(false);
  expect(files.read().log.at(-1)).toContain('已到期');
});
