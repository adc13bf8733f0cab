/** The update of the whole client by electron-updater, on a real Electron that runs as an AppImage does. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { installPackagedClient, type PackagedClient } from './testing/packaged-client.ts';
import { makeOffer, makePackager, startUpdateServer, type UpdateServer } from './testing/update-server.ts';

const packager = makePackager();
const WAIT = { timeout: 30_000 };
let server: UpdateServer;
let client: PackagedClient;
let folder: string;
let appImage: string;
let started: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-app-image-'));
  server = await startUpdateServer();
  client = await installPackagedClient(packager.publicKey, server.origin);
}, 120_000);
afterAll(async () => {
  await client?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await client.reset();
  server.requests.length = 0;
  [appImage, started] = [path.join(folder, 'shufang.AppImage'), path.join(folder, 'started')];
  await rm(started, { force: true });
  await writeFile(appImage, 'the old AppImage', { mode: 0o755 });
});

/** Offers a version as an AppImage: a program that records that it was started. */
const offer = (version: string, change: (file: Buffer) => Buffer = (file) => file): Buffer => {
  const program = Buffer.from(`#!/bin/sh\necho ${version} > '${started}'\n`);
  server.offer = makeOffer(packager, version, program, { kind: 'installer', installerName: `app-${version}.AppImage` });
  server.file = change(program);
  return program;
};
/** Starts the client as the runtime of an AppImage starts it. */
const start = () => client.start({ APPIMAGE: appImage, APPDIR: path.join(client.folder, 'client') });

it('exchanges the AppImage for the verified one and starts it, and the old one stays beside it', async () => {
  const program = offer('1.1.0');
  await start();
  await expect.poll(() => readFile(started, 'utf8').catch(() => ''), WAIT).toBe('1.1.0\n');
  expect(await readFile(appImage)).toEqual(program);
  expect((await stat(appImage)).mode & 0o777).toBe(0o755);
  expect(await readFile(`${appImage}.previous`, 'utf8')).toBe('the old AppImage');
  await expect.poll(() => client.processes(), WAIT).toEqual([]);
  // Only the check, the file and the count: electron-updater requests no feed.
  const updates = server.requests.filter((each) => each.includes('/appUpdater/') || each.includes('.yml'));
  expect(new Set(updates.map((each) => each.split('/')[4]))).toEqual(new Set(['getLastVersion', 'file', 'increaseDownloadCount']));
});

it('leaves the AppImage as it is if the file is not the one that was signed', async () => {
  offer('1.1.0', (file) => Buffer.alloc(file.length, 7));
  const { page } = await start();
  await expect.poll(() => client.state().log?.join(), WAIT).toContain('校验值不符');
  expect(await readFile(appImage, 'utf8')).toBe('the old AppImage');
  expect(await page.evaluate(() => globalThis.shufangDesktop?.facts.version)).toBe('1.0.0');
});
