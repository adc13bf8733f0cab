/** Tests of the content origin with a real database and data folder: authorization, headers, bytes and refusals. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { createLogger } from '../../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { type ContentOriginDependencies, registerContentOrigin } from './content-origin.ts';
import { type ContentTicket, sealTicket } from './content-ticket.ts';
import { createContentUrls } from './content-urls.ts';
import { expectedBookPolicy, expectedEnginePolicy } from './testing/expected-policies.ts';

const NOW = Date.UTC(2026, 10, 23, 5);
const SECRET = new Uint8Array(32).fill(9);
const BOOK = `0${'1'.repeat(25)}`;
const OTHER_BOOK = `0${'2'.repeat(25)}`;
const HOST = `${BOOK}.content.example`;
const APPS = ['https://books.example', 'https://www.books.example'];
const TEXT = `<html>${'学而时习之。'.repeat(400)}</html>`;
const BOOK_POLICY = expectedBookPolicy(APPS.join(' ')).join('; ');

let database: TestDatabase;
let folder: string;
let objects: ObjectStorage;
let server: FastifyInstance;
const sums = new Map<string, string>();
/** Results of the fake dependencies of the content origin, which tests may change. */
let beside: {
  alive: string[];
  state: 'valid' | 'revoked' | 'unknown';
  waitMs: number;
  isDown: boolean;
  isApproved: boolean;
  holders: unknown[];
  counted: unknown[];
  fetched: string[];
};
beforeEach(() => {
  beside = { alive: ['session'], state: 'valid', waitMs: 0, isDown: false, isApproved: true, holders: [], counted: [], fetched: [] };
});

/** Adds a file of the version; with `encoding`, its bytes are compressed; with `isPart`, other files surround them in the same object. */
const addFile = async (
  href: string,
  mediaType: string,
  body: string | Buffer,
  { usedBy = [0], encoding, isPart = false }: { usedBy?: readonly number[]; encoding?: 'gzip'; isPart?: boolean } = {},
): Promise<void> => {
  const bytes = Buffer.from(body);
  const own = encoding === undefined ? bytes : gzipSync(bytes);
  const stored = isPart ? Buffer.concat([Buffer.from('before'), own, Buffer.from('after')]) : own;
  const sha256 = createHash('sha256').update(stored).digest('hex');
  sums.set(href, sha256);
  await objects.put(contentKey(sha256), stored, { mediaType, bytes: stored.length });
  await database.db.pool.query(
    `insert into publication_resource (version_id, href, sha256, content_encoding, media_type, bytes, used_by, part_start, part_bytes)
     values ('version', $1, $2, $3, $4, $5, $6, $7, $8)`,
    [href, sha256, encoding, mediaType, bytes.length, usedBy, ...(isPart ? ['before'.length, own.length] : [null, null])],
  );
};

let files = 0;
/** Adds a file of this media type. Returns its name. */
const addFileOfType = async (mediaType: string): Promise<string> => {
  const href = `OEBPS/of-any-type-${files++}`;
  await addFile(href, mediaType, 'w'.repeat(2_000), { usedBy: [] });
  return href;
};

const dependencies = (): ContentOriginDependencies => ({
  db: database.db.orm,
  clock: { now: () => NOW },
  objects: {
    ...objects,
    get: (key, range) => {
      beside.fetched.push(key);
      return objects.get(key, range);
    },
  },
  addresses: createContentUrls('https://{book}.content.example'),
  ticketSecret: SECRET,
  contentCache: 'private',
  engineAssets: async () => ({
    hash: '0123456789abcdef',
    page: {
      body: Buffer.from('<!doctype html><title>page</title>'),
      gzip: Buffer.from('the page by gzip'),
      brotli: Buffer.from('the page by Brotli'),
    },
    scriptSource: "'sha256-of-the-script'",
  }),
  appOriginsFor: (host) => (host === HOST ? APPS : ['https://elsewhere.example']),
  isSessionAlive: async (sid) => {
    if (beside.isDown) throw new Error('the database is unavailable');
    return beside.alive.includes(sid);
  },
  revocations: {
    stateOf: async (holder, sealedAt) => {
      beside.holders.push({ ...holder, sealedAt });
      return beside.state;
    },
  },
  rateLimit: async (reader, chapter) => {
    beside.counted.push({ reader, chapter });
    return beside.waitMs;
  },
  subnetOf: (address) => `network of ${address}`,
  scriptBridge: async () => Buffer.from('bridge'),
  areScriptsApproved: async () => beside.isApproved,
});

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-content-'));
  objects = await openFolderObjectStorage(folder);
  const { pool } = database.db;
  await pool.query(`insert into book (id, title, created_at, updated_at) values ($1, '论语', 0, 0)`, [BOOK]);
  for (const [id, no, releasedAt] of [
    ['version', 1, 1],
    ['coming', 2, null],
  ])
    await pool.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       values ($1, $2, $3, 'released', $1, '', '{}', '{"readingOrder":[]}', 0, 0, 0, $4)`,
      [id, BOOK, no, releasedAt],
    );
  await addFile('OEBPS/c1.xhtml', 'application/xhtml+xml', TEXT);
  await addFile('OEBPS/c2.xhtml', 'application/xhtml+xml', `${TEXT} `, { usedBy: [1] });
  await addFile('OEBPS/c5.xhtml', 'application/xhtml+xml', `${TEXT}  `, { usedBy: [4] });
  await addFile('OEBPS/cover.xhtml', 'application/xhtml+xml', 'cover', { usedBy: [] });
  await addFile('OEBPS/图 1.png', 'image/png', 'png', { usedBy: [0, 1] });
  await addFile('OEBPS/all.css', 'text/css', 'p{}', { usedBy: [] });
  await addFile('OEBPS/small.css', 'text/css', 'x'.repeat(1_400), { usedBy: [] });
  await addFile('OEBPS/large.css', 'text/css', 'y'.repeat(9_000), { usedBy: [], encoding: 'gzip' });
  await addFile('OEBPS/large.png', 'image/png', 'z'.repeat(5_000), { usedBy: [] });
  await addFile('OEBPS/film.mp4', 'video/mp4', '0123456789', { usedBy: [] });
  server = Fastify({ loggerInstance: createLogger('silent') as unknown as FastifyBaseLogger });
  registerContentOrigin(server, dependencies());
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const ticketOf = (more: Partial<ContentTicket> = {}): string =>
  sealTicket(SECRET, {
    versionId: 'version',
    scope: 'full',
    sid: undefined,
    userId: undefined,
    expiresAt: NOW + 3_600_999,
    revision: 7,
    institutionIds: [],
    ...more,
  });
const get = (href: string, ticket = ticketOf(), headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  server.inject({
    url: `/~c/${ticket}/${href.split('/').map(encodeURIComponent).join('/')}`,
    headers: { host: HOST, ...headers },
    remoteAddress: '198.51.100.7',
  });
const expectRefusal = (response: LightMyRequestResponse, status: number, text: string): void => {
  expect([response.statusCode, response.body]).toEqual([status, text]);
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': BOOK_POLICY,
  });
};

test('a document is sent completely, with a policy, an ETag and the remaining lifetime of its ticket', async () => {
  const response = await get('OEBPS/c1.xhtml');
  expect([response.statusCode, response.body]).toEqual([200, TEXT]);
  expect(response.headers).toMatchObject({
    'content-type': 'application/xhtml+xml; charset=utf-8',
    'content-length': String(Buffer.byteLength(TEXT)),
    'content-security-policy': BOOK_POLICY,
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=3600, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag: `"${sums.get('OEBPS/c1.xhtml')}"`,
  });
  expect(response.headers['content-disposition']).toBeUndefined();
  expect(response.headers['content-encoding']).toBeUndefined();
  expect((await get('OEBPS/图 1.png')).body).toBe('png');
});

test('a request with a matching ETag returns no bytes, and one with another ETag returns the document', async () => {
  const same = await get('OEBPS/film.mp4', undefined, { 'if-none-match': `"${sums.get('OEBPS/film.mp4')}"` });
  expect([same.statusCode, same.body]).toEqual([304, '']);
  expect(beside.fetched).toEqual([]);
  const other = await get('OEBPS/film.mp4', undefined, { 'if-none-match': '"another"' });
  expect([other.statusCode, other.body]).toEqual([200, '0123456789']);
  expect(other.headers['content-length']).toBe('10');
});

test('a range is sent as partial content, and one outside the file is refused with the length', async () => {
  const part = await get('OEBPS/film.mp4', undefined, { range: 'bytes=2-5' });
  expect([part.statusCode, part.body, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    '2345',
    'bytes 2-5/10',
    '4',
  ]);
  const outside = await get('OEBPS/film.mp4', undefined, { range: 'bytes=10-' });
  expect([outside.statusCode, outside.body, outside.headers['content-range']]).toEqual([416, '', 'bytes */10']);
});

describe('a text that is stored compressed', () => {
  const HREF = 'OEBPS/large.css';
  const STYLES = 'y'.repeat(9_000);

  test.each(['gzip', 'br, gzip'])('is sent as it is stored to a client that accepts %s', async (accepted) => {
    const { headers, rawPayload } = await get(HREF, undefined, { 'accept-encoding': accepted });
    const length = String(rawPayload.length);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': length });
    expect(headers).toMatchObject({ etag: `"${sums.get(HREF)}"`, 'content-type': 'text/css; charset=utf-8' });
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sums.get(HREF));
    expect(gunzipSync(rawPayload).toString()).toBe(STYLES);
  });

  test.each(['br', 'xgzipx', ''])('is sent uncompressed, with a tag of its own, to a client that accepts "%s"', async (accepted) => {
    const { headers, body } = await get(HREF, undefined, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers).toMatchObject({ vary: 'accept-encoding', etag: `"${sums.get(HREF)}-identity"`, 'content-length': '9000' });
    expect(body).toBe(STYLES);
  });

  test('is not sent again to a client that has this form of it', async () => {
    const same = { 'if-none-match': `"${sums.get(HREF)}"` };
    expect((await get(HREF, undefined, { ...same, 'accept-encoding': 'gzip' })).statusCode).toBe(304);
    expect((await get(HREF, undefined, same)).statusCode).toBe(200);
  });

  test('is sent as a whole when a part is requested', async () => {
    const { statusCode, headers, body } = await get(HREF, undefined, { range: 'bytes=0-9' });
    expect([statusCode, headers['accept-ranges'], body]).toEqual([200, undefined, STYLES]);
  });

  test('is an internal error if the object is damaged', async () => {
    await addFile('OEBPS/damaged.css', 'text/css', 'no gzip', { usedBy: [] });
    await database.db.pool.query(`update publication_resource set content_encoding = 'gzip' where href = 'OEBPS/damaged.css'`);
    expect((await get('OEBPS/damaged.css')).statusCode).toBe(500);
    expect((await get(HREF)).statusCode).toBe(200);
  });
});

test('a file that is stored uncompressed is sent so', async () => {
  for (const href of ['OEBPS/small.css', 'OEBPS/large.png']) {
    const { headers, rawPayload } = await get(href, undefined, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(rawPayload.length));
  }
});

test('of an object with several files only the requested one is sent, in parts that never leave it', async () => {
  await addFile('OEBPS/part.svg', 'image/svg+xml', `<svg>${'圆'.repeat(900)}</svg>`, { usedBy: [], encoding: 'gzip', isPart: true });
  await addFile('OEBPS/part.png', 'image/png', 'a picture', { usedBy: [], isPart: true });
  expect((await get('OEBPS/part.svg')).body).toBe(`<svg>${'圆'.repeat(900)}</svg>`);
  const whole = await get('OEBPS/part.png');
  expect([whole.body, whole.headers['etag']]).toEqual(['a picture', `"${sums.get('OEBPS/part.png')}-6"`]);
  for (const [range, statusCode, body] of [
    ['bytes=2-5', 206, 'pict'],
    ['bytes=5-999', 206, 'ture'],
    ['bytes=-4', 206, 'ture'],
    ['bytes=9-12', 416, expect.anything()],
  ] as const) {
    const response = await get('OEBPS/part.png', undefined, { range });
    expect([range, response.statusCode, response.body]).toEqual([range, statusCode, body]);
  }
});

test.each([
  ['application/xhtml+xml', 'application/xhtml+xml; charset=utf-8'],
  ['text/css', 'text/css; charset=utf-8'],
  ['image/svg+xml', 'image/svg+xml; charset=utf-8'],
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
  ['image/avif', 'image/avif'],
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/x-m4a'],
  ['video/mp4', 'video/mp4'],
  ['video/3gpp', 'video/3gpp'],
  ['font/woff2', 'font/woff2'],
  ['font/otf', 'font/otf'],
])('a file of the type %s is displayed', async (stored, shown) => {
  const { headers, statusCode } = await get(await addFileOfType(stored));
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([200, shown, undefined]);
});

test.each([
  'text/html',
  'text/css;x=image/png',
  'x-text/css',
  'my image/png',
  'image/pngx',
  'image/x-icon',
  'image/svg xml',
  'application/javascript',
  'application/json',
  'application/pdf',
  'audio/',
  'audio/mpeg; codecs=mp3',
  'video/',
  'video/mp4 text/html',
  'font/',
  'font/woff2;text/html',
  'no type',
])('a file of the type %s is sent as an attachment', async (stored) => {
  const { headers, statusCode } = await get(await addFileOfType(stored));
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([200, 'application/octet-stream', 'attachment']);
});

test('a forged or expired ticket is refused, and a missing file is not found', async () => {
  expectRefusal(await get('OEBPS/c1.xhtml', 'forged.ticket'), 403, '阅读凭证已过期');
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ expiresAt: NOW })), 403, '阅读凭证已过期');
  expectRefusal(await get('OEBPS/none.xhtml'), 404, '没有找到');
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ versionId: 'coming' })), 404, '没有找到');
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ versionId: 'none' })), 404, '没有找到');
  expectRefusal(await get('OEBPS/c1\0.xhtml'), 404, '没有找到');
  expect(beside.fetched).toEqual([]);
});

test('a ticket ends with its session and its right, and the client is asked to retry if these cannot be checked', async () => {
  expect((await get('OEBPS/c1.xhtml', ticketOf({ sid: 'session', userId: 'reader' }))).statusCode).toBe(200);
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ sid: 'ended' })), 403, '阅读凭证已失效');
  beside.state = 'revoked';
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ userId: 'reader', institutionIds: ['school'] })), 403, '阅读凭证已失效');
  expect(beside.holders.at(-1)).toEqual({ bookId: BOOK, userId: 'reader', institutionIds: ['school'], sealedAt: 7 });
  beside.state = 'unknown';
  expectRefusal(await get('OEBPS/c1.xhtml'), 503, '暂时无法核对阅读权限，请稍后再试');
  beside.state = 'valid';
  beside.isDown = true;
  expectRefusal(await get('OEBPS/c1.xhtml', ticketOf({ sid: 'session' })), 503, '暂时无法核对阅读权限，请稍后再试');
  // The database is unavailable, but an anonymous reader has no session that would have to be looked up in it.
  expect((await get('OEBPS/c1.xhtml')).statusCode).toBe(200);
});

test('a book is served under its own host only, or under the one host shared by all books', async () => {
  const elsewhere = await get('OEBPS/c1.xhtml', undefined, { host: `${OTHER_BOOK}.content.example` });
  expect([elsewhere.statusCode, elsewhere.body]).toEqual([404, '没有找到']);
  expect((await get('OEBPS/c1.xhtml', undefined, { host: 'books.example' })).statusCode).toBe(404);
  const shared = Fastify();
  registerContentOrigin(shared, { ...dependencies(), addresses: createContentUrls('https://all.content.example') });
  const statusUnder = async (host: string) =>
    (await shared.inject({ url: `/~c/${ticketOf()}/OEBPS/c1.xhtml`, headers: { host } })).statusCode;
  expect([await statusUnder('all.content.example'), await statusUnder(HOST)]).toEqual([200, 404]);
  await shared.close();
});

test('a partial ticket opens its documents, the resources they use, and the resources of the entire book', async () => {
  const part = ticketOf({
    scope: [
      [0, 1],
      [3, 4],
    ],
  });
  const statusOf = async (href: string) => (await get(href, part)).statusCode;
  expect([await statusOf('OEBPS/c1.xhtml'), await statusOf('OEBPS/图 1.png'), await statusOf('OEBPS/all.css')]).toEqual([200, 200, 200]);
  // The range [3, 4] ends before document 4, and no range contains document 1.
  expectRefusal(await get('OEBPS/c5.xhtml', part), 403, '没有阅读权限');
  expectRefusal(await get('OEBPS/c2.xhtml', part), 403, '没有阅读权限');
  expect((await get('OEBPS/c5.xhtml', ticketOf({ scope: [[4, 5]] }))).statusCode).toBe(200);
  expect((await get('OEBPS/c5.xhtml')).statusCode).toBe(200);
});

test('a chapter counts for its reader, or for the subnet of anonymous readers, and other files are not counted', async () => {
  await get('OEBPS/c2.xhtml', ticketOf({ userId: 'reader' }));
  await get('OEBPS/c1.xhtml');
  for (const href of ['OEBPS/all.css', 'OEBPS/图 1.png', 'OEBPS/cover.xhtml']) await get(href);
  expect(beside.counted).toEqual([
    { reader: { userId: 'reader' }, chapter: { versionId: 'version', index: 1 } },
    { reader: { subnet: 'network of 198.51.100.7' }, chapter: { versionId: 'version', index: 0 } },
  ]);
});

test('a reader above the rate limit receives the retry time in whole seconds', async () => {
  beside.waitMs = 1;
  const soon = await get('OEBPS/c1.xhtml');
  expectRefusal(soon, 429, '翻阅过快，请稍后再试');
  expect(soon.headers['retry-after']).toBe('1');
  beside.waitMs = 30_500;
  expect((await get('OEBPS/c1.xhtml')).headers['retry-after']).toBe('31');
  expect((await get('OEBPS/all.css')).statusCode).toBe(200);
});

test('the engine’s page is cached permanently, under a policy that allows its own script only', async () => {
  const ask = (hash: string, file = 'frame.html') => server.inject({ url: `/~engine/${hash}/${file}`, headers: { host: HOST } });
  const response = await ask('0123456789abcdef');
  expect([response.statusCode, response.body]).toEqual([200, '<!doctype html><title>page</title>']);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': expectedEnginePolicy("'sha256-of-the-script'", APPS.join(' ')).join('; '),
  });
  expectRefusal(await ask('fedcba9876543210'), 404, '没有找到');
  expect((await ask('0123456789abcdef', 'none.html')).statusCode).toBe(404);
});

test.each([
  { accepts: 'gzip, deflate, br, zstd', encoding: 'br', body: 'the page by Brotli' },
  { accepts: 'gzip, deflate', encoding: 'gzip', body: 'the page by gzip' },
  { accepts: 'identity', encoding: undefined, body: '<!doctype html><title>page</title>' },
])('the engine’s page is sent to a client that accepts $accepts in its best encoding', async ({ accepts, encoding, body }) => {
  const headers = { host: HOST, 'accept-encoding': accepts };
  const response = await server.inject({ url: '/~engine/0123456789abcdef/frame.html', headers });
  expect([response.body, response.headers['content-encoding'], response.headers['vary']]).toEqual([body, encoding, 'accept-encoding']);
});

test('the description of a file is read from the database once, because a released version never changes', async () => {
  await addFile('OEBPS/once.css', 'text/css', 'p{color:red}', { usedBy: [] });
  expect((await get('OEBPS/once.css')).body).toBe('p{color:red}');
  await database.db.pool.query(`delete from publication_resource where href = 'OEBPS/once.css'`);
  expect((await get('OEBPS/once.css')).body).toBe('p{color:red}');
});

test('the URLs of the content origin are not in the API description', async () => {
  const routes: { url: string; hide: unknown }[] = [];
  const listed = Fastify();
  listed.addHook('onRoute', ({ url, schema }) => void routes.push({ url, hide: (schema as { hide?: boolean } | undefined)?.hide }));
  registerContentOrigin(listed, dependencies());
  await listed.ready();
  expect(new Set(routes.map(({ url }) => url))).toEqual(
    new Set(['/~engine/:hash/frame.html', '/~font/:folder/:file', '/~c/:ticket/', '/~c/:ticket/*', '/~s/:ticket/*', '/~s/bridge.js']),
  );
  for (const { url, hide } of routes) expect(hide, url).toBe(true);
  await listed.close();
});
