/** The update of the client against a real server: decisions, quiet periods, channels, installers and repeated attempts. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOffer, makePackager, type Offer, startUpdateServer, type UpdateServer } from './testing/update-server.ts';
import { openUpdateFiles, type UpdateFiles } from './update-state.ts';
import { createUpdater, type Updater } from './updater.ts';

const FILE = Buffer.from('the program');
const DAY_MS = 86_400_000;
const packager = makePackager();
let server: UpdateServer;
let parent: string;
let files: UpdateFiles;
let ended: string[];

const create = (change: { isPackaged?: boolean } = {}): Updater =>
  createUpdater({
    isPackaged: true,
    current: '1.0.0',
    publicKeys: [packager.publicKey],
    bundleKeys: [packager.publicKey],
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    files,
    fetch,
    now: Date.now,
    serverOrigin: () => server.origin,
    onStatus: () => undefined,
    restart: () => ended.push('restart'),
    startInstaller: async ({ path: file }) => void ended.push(file),
    ...change,
  });

beforeAll(async () => {
  server = await startUpdateServer();
  parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-updater-'));
});
afterAll(async () => {
  server.close();
  await rm(parent, { recursive: true, force: true });
});
beforeEach(async () => {
  files = openUpdateFiles(await mkdtemp(path.join(parent, 'update-')));
  ended = [];
  server.requests.length = 0;
  server.respond = undefined;
  server.file = FILE;
  server.offer = undefined;
});

const offer = (version: string, change: Partial<Offer> = {}): void => {
  server.offer = { ...makeOffer(packager, version, FILE), ...change };
};

describe('the update of the client', () => {
  it('installs nothing before a download is complete, and restarts after it', async () => {
    offer('1.0.1');
    const updater = create();
    await updater.quitAndInstall();
    expect(ended).toEqual([]);
    await updater.check(false);
    expect(updater.status()).toMatchObject({ phase: 'downloadComplete', decision: 'background', latest: '1.0.1', percent: 100 });
    await updater.quitAndInstall();
    expect(ended).toEqual(['restart']);
    expect(server.requests.filter((each) => each.endsWith('/increaseDownloadCount'))).toHaveLength(1);
  });

  it('is complete before its download is counted, and a server that does not respond to the count does not prevent the restart', async () => {
    offer('1.0.1');
    let respond = (): void => undefined;
    const counted = new Promise<void>((resolve) => {
      server.respond = (kind, response) => {
        if (kind !== 'count') return false;
        respond = () => void response.writeHead(500).end();
        resolve();
        return true;
      };
    });
    const updater = create();
    const checked = updater.check(false);
    await counted;
    expect(updater.status().phase).toBe('downloadComplete');
    await updater.quitAndInstall();
    expect(ended).toEqual(['restart']);
    respond();
    await checked;
  });

  it('starts the installer if there is no bundle for this client', async () => {
    server.offer = makeOffer(packager, '1.1.0', FILE, { kind: 'installer' });
    const updater = create();
    await updater.check(false);
    await updater.quitAndInstall();
    expect(ended).toHaveLength(1);
    expect(await readFile(ended[0] ?? '')).toEqual(FILE);
    expect(files.read().pending).toBeUndefined();
  });

  it('does not install a mandatory version in a quiet period, unless the user asks', async () => {
    offer('2.0.0', { quietUntil: Date.now() + 2 * DAY_MS });
    const updater = create();
    await updater.check(false);
    expect(updater.status().decision).toBeUndefined();
    expect(server.requests.some((each) => each.includes('/file/'))).toBe(false);
    await updater.check(true);
    expect(updater.status()).toMatchObject({ phase: 'prepare', decision: 'optional' });
  });

  it('does not believe a quiet period that is longer than a month, because it is not signed', async () => {
    offer('2.0.0', { quietUntil: Date.now() + 60 * DAY_MS });
    const updater = create();
    await updater.check(false);
    expect(updater.status().decision).toBe('mandatory');
  });

  it('can be tried again after a failed download', async () => {
    offer('1.1.0');
    server.respond = (kind, response) => {
      if (kind === 'file') response.writeHead(500).end();
      return kind === 'file';
    };
    const updater = create();
    await updater.check(false);
    expect(updater.status()).toMatchObject({ phase: 'error', decision: 'mandatory' });
    server.respond = undefined;
    await updater.download();
    expect(updater.status().phase).toBe('downloadComplete');
  });

  it('cannot be skipped when it is mandatory', async () => {
    offer('1.1.0');
    const updater = create();
    await updater.check(false);
    updater.skipVersion();
    expect(updater.status()).toMatchObject({ phase: 'downloadComplete', decision: 'mandatory' });
    expect(files.read().skipped).toBeUndefined();
  });

  it('remembers the greatest version of each channel, and accepts no older one later', async () => {
    offer('1.0.5');
    await create().check(true);
    expect(files.read().seen).toMatchObject({ stable: { version: '1.0.5' } });
    offer('1.0.4');
    const updater = create();
    await updater.check(true);
    expect(updater.status()).toMatchObject({ phase: 'current' });
    expect(files.read().log.at(-1)).toContain('older');
  });

  it('takes no version of another channel', async () => {
    offer('1.0.1');
    const updater = create();
    updater.setChannel('beta');
    await updater.check(true);
    expect(updater.status()).toMatchObject({ phase: 'error', channel: 'beta' });
    expect(files.read().log.at(-1)).toContain('otherBuild');
  });

  it('is silent at the start if the server is unreachable, and says so on demand', async () => {
    server.respond = (_kind, response) => {
      response.destroy();
      return true;
    };
    const updater = create();
    await updater.check(false);
    expect(updater.status().phase).toBe('idle');
    await updater.check(true);
    expect(updater.status().phase).toBe('error');
  });

  it('does not exist in a client that was not packaged', async () => {
    offer('1.0.1');
    const updater = create({ isPackaged: false });
    await updater.check(true);
    expect(updater.status()).toMatchObject({ phase: 'idle', isPackaged: false });
    expect(server.requests).toEqual([]);
  });
});
