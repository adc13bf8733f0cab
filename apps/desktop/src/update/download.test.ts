/** Downloads from servers that are silent, slow or dishonest, with short time limits. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadFile, fetchJson } from './download.ts';
import { sha512, startUpdateServer, type UpdateServer } from './testing/update-server.ts';

const FILE = Buffer.from('the program '.repeat(1_000));
/** Time without a byte after which the silent servers of these tests are given up; the others may be slow on a busy machine. */
const SILENT_MS = 150;
const PATIENT_MS = 15_000;
let limits = { silenceMs: PATIENT_MS };
let server: UpdateServer;
let folder: string;
beforeAll(async () => {
  server = await startUpdateServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-download-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.file = FILE;
  server.respond = undefined;
  limits = { silenceMs: PATIENT_MS };
});

const respondWith = (respond: (response: ServerResponse) => void): void => {
  server.respond = (_kind, response) => {
    respond(response);
    return true;
  };
};
const target = (): string => path.join(folder, 'download');
const download = (shares: number[] = []): Promise<void> =>
  downloadFile(
    fetch,
    {
      url: `${server.origin}/api/maintenance/appUpdater/file/a`,
      file: { kind: 'bundle', name: 'a.asar', size: FILE.length, sha512: sha512(FILE) },
      target: target(),
      onProgress: (share) => shares.push(share),
    },
    limits,
  );
const check = (): Promise<unknown> => fetchJson(fetch, `${server.origin}/api/maintenance/appUpdater/getLastVersion`, limits);

/** Sends a byte again and again, so that the connection is never silent. */
const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const limitFor = (reason: string): number => (/没有响应|超过时限/.test(reason) ? SILENT_MS : PATIENT_MS);

describe('a download', () => {
  it('writes the file, and reports its progress up to the end', async () => {
    const shares: number[] = [];
    await download(shares);
    expect(await readFile(target())).toEqual(FILE);
    expect(shares.at(-1)).toBe(1);
  });

  it.each([
    ['never responds', () => undefined, '服务器没有响应'],
    ['stops in the middle', (response: ServerResponse) => response.write(FILE.subarray(0, 100)), '服务器没有响应'],
    [
      'closes the connection in the middle',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': FILE.length });
        response.write(FILE.subarray(0, 100), () => response.destroy());
      },
      '连不上服务器',
    ],
    ['sends fewer bytes', (response: ServerResponse) => response.end(FILE.subarray(0, 100)), '大小不符'],
    ['sends more bytes', (response: ServerResponse) => response.end(Buffer.concat([FILE, FILE])), '比预告的大'],
    ['sends other bytes', (response: ServerResponse) => response.end(Buffer.alloc(FILE.length, 1)), '校验值不符'],
    ['has an error', (response: ServerResponse) => response.writeHead(500).end(), 'HTTP 500'],
  ])('fails with the reason if the server %s', async (_name, respond, reason) => {
    limits = { silenceMs: limitFor(reason) };
    respondWith(respond);
    await expect(download()).rejects.toThrow(reason);
  });
});

// Skipped where the system is not Linux: its shells limit the size of files in another way.
describe.runIf(process.platform === 'linux')('a disk that takes only a part of a file', () => {
  it('makes the download fail, although the first write of it has no error', { timeout: 60_000 }, async () => {
    const program = path.join(import.meta.dirname, 'testing', 'download-until-full.ts');
    const limited = 'ulimit -f 8 && exec "$0" "$@"';
    const values = [`${server.origin}/api/maintenance/appUpdater/file/a`, target(), String(FILE.length), sha512(FILE)];
    // A compile cache, written at the end of the process, would exceed the limit as well.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program, ...values], { env });
    expect(stdout.trim()).toBe('无法写入磁盘');
  });
});

describe('a check for updates', () => {
  it('returns the response of the server', async () => {
    expect(await check()).toMatchObject({ code: 'release.nonePublished' });
  });

  it.each([
    ['never responds', () => undefined, '超过时限'],
    ['sends byte after byte without an end', drip, '超过时限'],
    ['sends a huge response', (response: ServerResponse) => response.end(Buffer.alloc(2_000_000, 32)), '比预告的大'],
    ['sends half of a response', (response: ServerResponse) => response.end('{"code":'), '响应不完整'],
  ])('fails with the reason if the server %s', async (_name, respond, reason) => {
    limits = { silenceMs: limitFor(reason) };
    respondWith(respond);
    await expect(check()).rejects.toThrow(reason);
  });
});
