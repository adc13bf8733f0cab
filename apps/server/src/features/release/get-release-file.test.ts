/** Tests of sending installers: complete, by ranges, conditionally, and missing ones; over HTTP with a real database and folder. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RELEASE_FILE_PATH } from '@shufang/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import { createLogger } from '../../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { AppVersion } from './app-version.ts';
import { registerReleaseFiles } from './get-release-file.ts';
import { insertReleasedVersion } from './store.ts';

testAccess('getReleaseFile', 'everyone');

const BYTES = '0123456789';
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const TAG = `"${sha256Of(BYTES)}"`;

let database: TestDatabase;
let folder: string;
let server: FastifyInstance;
/** Number of reads from the object store. */
let reads = 0;
const logged: string[] = [];

const release = (platform: AppVersion['platform'], versionCode: string, name: string, body: string): Promise<void> =>
  database.db.transaction((tx) =>
    insertReleasedVersion(tx, {
      id: `${platform} ${versionCode}`,
      platform,
      arch: 'x64',
      channel: 'stable',
      versionCode,
      descriptionHtml: '',
      file: { name, bytes: body.length, sha256: sha256Of(body), sha512: '' },
      portable: undefined,
      bundle: undefined,
      systemNeeds: '',
      silentInstall: '',
      manifest: '{}',
      signature: '',
      keyId: '',
      isTestBuild: false,
      releasedAt: 1,
    }),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-release-'));
  const objects = await openFolderObjectStorage(folder);
  await objects.put(contentKey(sha256Of(BYTES)), Buffer.from(BYTES), { mediaType: 'application/octet-stream', bytes: BYTES.length });
  await release('win', '1.0.0', 'shufang-1.0.0.exe', BYTES);
  await release('android', '1.0.0', 'shufang.apk', BYTES);
  await release('win', '1.1.0', 'lost.exe', 'lost');
  await release('win', '1.2.0', 'unreadable.exe', 'unreadable');
  server = Fastify({
    routerOptions: { maxParamLength: 4_096 },
    loggerInstance: createLogger('info', { write: (line) => void logged.push(line) }) as unknown as FastifyBaseLogger,
  });
  // Fastify's validation and conversion by schemas are disabled, as on the complete server, which uses the schemas only for the OpenAPI
  // document.
  server.setValidatorCompiler(() => (value) => ({ value }));
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send('none'));
  registerReleaseFiles(server, {
    db: database.db.orm,
    objects: {
      ...objects,
      get: (key, range) => {
        reads += 1;
        return key === contentKey(sha256Of('unreadable')) ? Promise.reject(new Error('the disk is broken')) : objects.get(key, range);
      },
    },
  });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const WIN = 'stable/win/x64/1.0.0/shufang-1.0.0.exe';
const fetchFile = async (headers: Record<string, string> = {}, filePath = WIN, method: 'GET' | 'HEAD' = 'GET') => {
  reads = 0;
  const response = await server.inject({ method, url: `${RELEASE_FILE_PATH}/${filePath}`, headers });
  const { statusCode: status, body, headers: received } = response;
  return { status, body, headers: received, length: received['content-length'], range: received['content-range'], reads };
};

it('an installer is sent whole as an attachment, under a sandboxing content security policy', async () => {
  const response = await fetchFile();
  expect(response).toMatchObject({ status: 200, body: BYTES, length: '10', range: undefined });
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="shufang-1.0.0.exe"',
    'accept-ranges': 'bytes',
    etag: TAG,
    'cache-control': 'public, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  expect((await fetchFile({}, 'stable/android/x64/1.0.0/shufang.apk')).headers['content-type']).toBe(
    'application/vnd.android.package-archive',
  );
});

it('an installer is sent by ranges, so that a download can continue', async () => {
  expect(await fetchFile({ range: 'bytes=0-0' })).toMatchObject({ status: 206, body: '0', length: '1', range: 'bytes 0-0/10' });
  expect(await fetchFile({ range: 'bytes=4-' })).toMatchObject({ status: 206, body: '456789', length: '6', range: 'bytes 4-9/10' });
  expect(await fetchFile({ range: 'bytes=4-', 'if-range': TAG })).toMatchObject({ status: 206, body: '456789' });
  expect(await fetchFile({ range: 'bytes=4-', 'if-range': '"another"' })).toMatchObject({ status: 200, body: BYTES, range: undefined });
  expect(await fetchFile({ range: 'bytes=10-' })).toMatchObject({ status: 416, body: '', range: 'bytes */10', reads: 0 });
});

it('an installer is not sent again for a matching ETag, and not read for a HEAD request', async () => {
  expect(await fetchFile({ 'if-none-match': TAG })).toMatchObject({ status: 304, body: '', reads: 0 });
  expect(await fetchFile({ 'if-none-match': TAG, range: 'bytes=10-' })).toMatchObject({ status: 304 });
  expect(await fetchFile({ 'if-none-match': '"another"' })).toMatchObject({ status: 200, body: BYTES, reads: 1 });
  expect(await fetchFile({}, WIN, 'HEAD')).toMatchObject({ status: 200, body: '', length: '10', reads: 0 });
});

it.each([
  'stable/win/x64/9.9.9/shufang-1.0.0.exe',
  'stable/win/x64/1.0.0/another.exe',
  'stable/mac/x64/1.0.0/shufang-1.0.0.exe',
  'beta/win/x64/1.0.0/shufang-1.0.0.exe',
  'stable/win/arm64/1.0.0/shufang-1.0.0.exe',
  'nightly/win/x64/1.0.0/shufang-1.0.0.exe',
  'stable/amiga/x64/1.0.0/shufang-1.0.0.exe',
  'stable/win/z80/1.0.0/shufang-1.0.0.exe',
  'stable/win/x64/latest/shufang-1.0.0.exe',
])('an unknown installer is not found: %s', async (filePath) =>
  expect(await fetchFile({}, filePath)).toMatchObject({ status: 404, body: 'none', reads: 0 }),
);

it('an installer has a plain file name; any other name is not found', async () => {
  for (const name of ['%22a.exe', '.hidden', '-a', '%E4%B9%A6.exe', 'a%0Ab', 'a%20b', `a${'b'.repeat(151)}`, 'a/b', 'a;b']) {
    await release('linux', '1.0.0', decodeURIComponent(name), BYTES);
    expect((await fetchFile({}, `stable/linux/x64/1.0.0/${name}`)).status, name).toBe(404);
    await database.db.pool.query(`delete from app_version where platform = 'linux'`);
  }
  for (const name of ['a', 'A.b_c-9', `a${'b'.repeat(150)}`]) {
    await release('linux', '1.0.0', name, BYTES);
    expect((await fetchFile({}, `stable/linux/x64/1.0.0/${name}`)).status, name).toBe(200);
    await database.db.pool.query(`delete from app_version where platform = 'linux'`);
  }
});

it('an installer missing in the object store is not found and logged; any other failure is an internal error', async () => {
  expect(await fetchFile({}, 'stable/win/x64/1.1.0/lost.exe')).toMatchObject({ status: 404, body: 'none' });
  const line = logged.map((text) => JSON.parse(text)).find(({ sha256 }) => sha256 === sha256Of('lost'));
  expect(line).toMatchObject({ version: '1.1.0', platform: 'win', arch: 'x64', channel: 'stable' });
  expect((await fetchFile({}, 'stable/win/x64/1.2.0/unreadable.exe')).status).toBe(500);
});
