/** Tests of bundles over HTTP: the files of a lease in one response, equal to those that are served alone, and what is refused. */
import { gunzipSync } from 'node:zlib';
import { getBookPackage, type OutputOf } from '@shufang/contract';
import { BUNDLE_LIMITS, readBundle } from '@shufang/contract/book-bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type LeaseScenario, openLeaseScenario } from './leases/testing/lease-scenario.ts';
import { READING_LIMITS } from './limits.ts';

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());

const askUrl = (url: URL, payload: unknown) =>
  scenario.shop.request({
    method: 'POST',
    url: url.pathname,
    headers: { host: url.host, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const ask = (baseUrl: string, hrefs: readonly string[]) => askUrl(new URL(baseUrl), { hrefs });

const filesOf = async (as: TestUser, bookId: string, versionId: string): Promise<string[]> => {
  const path = `/api/offline/package?bookId=${bookId}&versionId=${versionId}`;
  return granted(await scenario.callOn<OutputOf<typeof getBookPackage>>('devicea', as, path)).resources.map(({ href }) => href);
};

/** Headers that a stored file repeats. */
const REPEATED = [
  'content-type',
  'content-security-policy',
  'content-disposition',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
];

test('a bundle has the files in the order of the request, with the bytes and headers with which each is served alone', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease, content } = await scenario.lease('devicea', as, bookId);
  const hrefs = (await filesOf(as, bookId, lease.versionId)).toReversed();
  const response = await ask(content.baseUrl, hrefs);
  expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
    200,
    'application/octet-stream',
    'no-store',
  ]);
  const files = readBundle(new Uint8Array(response.rawPayload));
  expect(files.map(({ href }) => href)).toEqual(hrefs);
  expect(files.some(({ encoding }) => encoding === 'gzip')).toBe(true);
  for (const { href, content: stored, encoding, headers } of files) {
    const url = new URL(content.baseUrl + href);
    const alone = await scenario.shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    expect([href, (encoding === 'gzip' ? gunzipSync(stored) : Buffer.from(stored)).equals(alone.rawPayload)]).toEqual([href, true]);
    expect(headers).toEqual(Object.fromEntries(REPEATED.flatMap((name) => (alone.headers[name] ? [[name, alone.headers[name]]] : []))));
  }
});

test('only a ticket of a lease is admitted, on the host of its book, while the right lasts', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease, content } = await scenario.lease('devicea', as, bookId);
  const hrefs = await filesOf(as, bookId, lease.versionId);
  const opened = granted(await scenario.callOn<{ content: { baseUrl: string } }>('devicea', as, `/api/learn/open?bookId=${bookId}`));
  expect((await ask(opened.content.baseUrl, hrefs)).statusCode).toBe(403);
  const other = new URL(content.baseUrl);
  other.host = other.host.replace(bookId, await scenario.aBook());
  expect((await askUrl(other, { hrefs })).statusCode).toBe(404);
  expect((await ask(content.baseUrl.replace(/.{3}\/$/, '___/'), hrefs)).statusCode).toBe(403);
  expect((await ask(content.baseUrl, hrefs)).statusCode).toBe(200);
  await scenario.shop.platform.db.pool.query("update entitlement set status = 'revoked' where user_id = $1", [as.id]);
  scenario.shop.platform.advanceClock?.(30_000);
  expect((await ask(content.baseUrl, hrefs)).statusCode).toBe(403);
});

test('a request that names no file, too many, or one that the version does not have is refused', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease, content } = await scenario.lease('devicea', as, bookId);
  const [href = ''] = await filesOf(as, bookId, lease.versionId);
  const url = new URL(content.baseUrl);
  for (const payload of [{}, { hrefs: [] }, { hrefs: [1] }, { hrefs: ['a\0'] }, { hrefs: ['\ud800'] }, { hrefs: [href], more: 1 }, null])
    expect([payload, (await askUrl(url, payload)).statusCode]).toEqual([payload, 400]);
  expect(
    (
      await ask(
        content.baseUrl,
        Array.from({ length: BUNDLE_LIMITS.files + 1 }, () => href),
      )
    ).statusCode,
  ).toBe(400);
  expect((await ask(content.baseUrl, [href, 'OEBPS/none.xhtml'])).statusCode).toBe(404);
  await scenario.shop.platform.db.pool.query('update publication_resource set bytes = $3 where version_id = $1 and href = $2', [
    lease.versionId,
    href,
    BUNDLE_LIMITS.fileBytes + 1,
  ]);
  expect((await ask(content.baseUrl, [href])).statusCode).toBe(400);
});

test('a book of hundreds of chapters is downloaded under its lease without counting them, until it is downloaded too often', async () => {
  const as = await scenario.aReader();
  const chapters = READING_LIMITS.chaptersPerMinute * 3;
  const bookId = await scenario.shop.book(
    {
      metadata: '<dc:identifier id="id">bundled</dc:identifier><dc:title>长书</dc:title><dc:language>zh-CN</dc:language>',
      chapters: Array.from({ length: chapters }, (_, n): [string, string] => [`第 ${n} 章`, '为学日益，为道日损。']),
    },
    { publish: true, accessModel: 'paid', trialChapters: 2, priceFen: 3_900 },
  );
  await scenario.grant(as, bookId);
  const { content } = await scenario.lease('devicea', as, bookId);
  const hrefs = Array.from({ length: chapters }, (_, n) => `OEBPS/c${n + 1}.xhtml`);
  for (let n = 0; n < READING_LIMITS.leasedFetchesPerHour; n += 1) expect((await ask(content.baseUrl, hrefs)).statusCode).toBe(200);
  const tooOften = await ask(content.baseUrl, hrefs);
  expect([tooOften.statusCode, Number(tooOften.headers['retry-after']) > 0]).toEqual([429, true]);
});
