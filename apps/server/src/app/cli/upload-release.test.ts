import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type createUploadToken, LIMITS, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openReleaseFixture, type ReleaseFixture } from '../../features/release/testing/release-fixture.ts';
import { UPLOAD } from '../../features/release/testing/upload-fixture.ts';
import { APP_HOST } from '../../testing/test-server.ts';
import { UsageError } from './command.ts';
import { publishRelease } from './release.ts';
import { readServer, uploadRelease } from './upload-release.ts';

const SERVER = 'https://shufang.example.cn';
const large = randomBytes(2 * LIMITS.releasePartBytes + 500);
let fixture: ReleaseFixture;
let folder: string;
let token: string;
let sent: string[];
/** Called before each request; it throws where the connection breaks. */
let beforeRequest: (path: string) => void;

/** Sends a request of the command line to the server of the test. */
const send = async (url: string, { body: form, headers: given }: RequestInit): Promise<Response> => {
  const { pathname } = new URL(url);
  beforeRequest(pathname);
  const body = new Response(form);
  const headers: Record<string, string> = { host: APP_HOST, ...Object.fromEntries(new Headers(given)) };
  const contentType = body.headers.get('content-type');
  const response = await fixture.shop.request({
    method: 'POST',
    url: pathname,
    headers: { ...headers, ...(headers['content-type'] === undefined && contentType !== null ? { 'content-type': contentType } : {}) },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  sent.push(pathname.split('/').at(-1) ?? '');
  return new Response(response.body, { status: response.statusCode });
};
const upload = (from = folder, withToken = token) =>
  uploadRelease({ server: SERVER, token: withToken, fetch: send }, from, () => undefined);

beforeAll(async () => {
  fixture = await openReleaseFixture();
  const admin = await fixture.shop.user('13655550001', 'admin');
  const { payload } = await fixture.shop.call<OutputOf<typeof createUploadToken>>(`${UPLOAD}/token`, { as: admin, body: {} });
  token = payload?.token ?? '';
  await writeFile(fixture.pathOf('large.exe'), large);
  folder = await fixture.sign('1.0.0', { file: 'large.exe' });
}, 120_000);
afterAll(() => fixture?.close());
beforeEach(async () => {
  sent = [];
  beforeRequest = () => undefined;
  await fixture.shop.platform.db.pool.query('delete from app_version; delete from release_upload');
});

it('uploads a release in parts and publishes it', async () => {
  expect(await upload()).toMatchObject({ versionCode: '1.0.0', isRenewal: false });
  expect(sent).toEqual(['start', 'part', 'part', 'part', 'publish']);
  const { updateUrl } = await fixture.offered();
  expect((await fixture.fetchFile(updateUrl)).rawPayload.equals(large)).toBe(true);
});

it('sends a part again after a broken connection', async () => {
  let parts = 0;
  beforeRequest = (path_) => {
    parts += path_.endsWith('/part') ? 1 : 0;
    if (parts === 2) throw new TypeError('fetch failed');
  };
  await upload();
  expect(sent).toEqual(['start', 'part', 'part', 'part', 'publish']);
});

it('continues at the next run where the connection broke', async () => {
  beforeRequest = (path_) => {
    if (path_.endsWith('/part') && sent.includes('part')) throw new TypeError('fetch failed');
  };
  await expect(upload()).rejects.toThrow('会从断开的地方继续');
  beforeRequest = () => undefined;
  sent = [];
  await upload();
  expect(sent).toEqual(['start', 'part', 'part', 'publish']);
});

it('explains a refusal, a token that is not valid, and a server that cannot be reached', async () => {
  await expect(upload(folder, 'upload.x.y')).rejects.toThrow('上传令牌无效或已过期');
  const changed = await mkdtemp(fixture.pathOf('changed-'));
  await writeFile(path.join(changed, 'release.json'), '{}');
  await expect(upload(changed)).rejects.toThrow('release.json 已损坏或被改动');
  beforeRequest = () => {
    throw new TypeError('fetch failed');
  };
  await expect(upload()).rejects.toThrow(`连不上 ${SERVER}`);
});

it.each(['ftp://a', 'shufang.example.cn', 'http://shufang.example.cn'])('does not send a token to %s', (server) => {
  expect(() => readServer(server)).toThrow(UsageError);
  expect(() => publishRelease.prepareBareFor?.(['--from', 'a', '--server', server])).toThrow('--server 须为');
});

it('uploads only with --server, from the environment’s token', async () => {
  expect(publishRelease.prepareBareFor?.(['--from', folder])).toBeUndefined();
  const command = publishRelease.prepareBareFor?.(['--from', folder, '--server', 'http://localhost:1']);
  await expect(command?.({ SHUFANG_UPLOAD_TOKEN: token }, () => undefined)).rejects.toThrow('连不上 http://localhost:1');
});
