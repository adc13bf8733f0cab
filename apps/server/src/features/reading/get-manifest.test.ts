import { getManifest, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { READING_LIMITS } from './limits.ts';

testAccess('getManifest', 'everyone');

type Manifest = OutputOf<typeof getManifest>;

let shop: TestServer;
let bookId: string;
let versionId: string;

const versionOf = async (book: string): Promise<string> =>
  (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${book}`)).payload?.version.id ?? '';
const pathFor = (book: string, version: string): string => `/api/learn/manifest?bookId=${book}&versionId=${version}`;

beforeAll(async () => {
  shop = await openTestServer();
  bookId = await shop.book({
    metadata: '<dc:identifier id="id">long</dc:identifier><dc:title>长书</dc:title><dc:language>zh-CN</dc:language>',
    chapters: Array.from({ length: 12 }, (_, n): [string, string] => [`第 ${n} 章`, '为学日益，为道日损。']),
  });
  versionId = await versionOf(bookId);
});
afterAll(() => shop?.close());

describe('the manifest of a version', () => {
  test('contains the whole reading order and the table of contents, in the order of the part with which the book opens', async () => {
    const { payload } = await shop.call<Manifest>(pathFor(bookId, versionId));
    expect(payload).toEqual(getManifest.output.parse(payload));
    expect(payload?.toc.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, n) => `第 ${n} 章`));
    const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}&near=${payload?.readingOrder[6]?.href}`))
      .payload;
    const { from = 0, items = [] } = opened?.readingOrder ?? {};
    expect(from).toBe(4);
    expect(payload?.readingOrder.slice(from, from + items.length)).toEqual(items.map(({ open: _open, ...item }) => item));
    expect(opened?.readingOrder.documents).toBe(payload?.readingOrder.length);
  });

  test('may be stored by the browser for the session that requested it, and an error may not', async () => {
    const cacheOf = async (path: string) =>
      (await shop.request({ method: 'GET', url: path, headers: { host: 'localhost:8080', 'x-device-code': 'web' } })).headers;
    const headers = await cacheOf(pathFor(bookId, versionId));
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(String(headers.vary)).toMatch(/\bauthorization\b/);
    expect((await cacheOf(pathFor(bookId, '0'.repeat(26))))['cache-control']).toBe('no-store');
  });

  test('is not found for a version of another book, and for a draft unless the caller may read it', async () => {
    const draft = await shop.book(
      { metadata: '<dc:identifier id="id">draft</dc:identifier><dc:title>草稿</dc:title><dc:language>zh-CN</dc:language>' },
      { publish: false },
    );
    const { rows } = await shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [draft]);
    const draftVersion = rows[0]?.id ?? '';
    expect(draftVersion).not.toBe('');
    expect((await shop.call(pathFor(bookId, draftVersion))).code).toBe('catalog.bookNotFound');
    expect((await shop.call(pathFor(draft, draftVersion))).code).toBe('catalog.bookNotFound');
    const admin = await shop.user('13911110009', 'admin');
    expect((await shop.call<Manifest>(pathFor(draft, draftVersion), { as: admin })).code).toBe('success');
  });

  test('is returned for a book off the shelf only to a user with an entitlement, as the book is opened', async () => {
    const book = await shop.book({
      metadata: '<dc:identifier id="id">off</dc:identifier><dc:title>下架的书</dc:title><dc:language>zh-CN</dc:language>',
    });
    const version = await versionOf(book);
    const [owner, other] = [await shop.user('13911110010'), await shop.user('13911110011')];
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId: book });
    await shop.platform.db.pool.query(`update book set shelf_state = 'offShelf' where id = $1`, [book]);
    const codes = (path: string) => Promise.all([owner, other, undefined].map(async (as) => (await shop.call(path, as && { as })).code));
    expect(await codes(`/api/learn/open?bookId=${book}`)).toEqual(['success', 'entitlement.notEntitled', 'entitlement.notEntitled']);
    expect(await codes(pathFor(book, version))).toEqual(['success', 'entitlement.notEntitled', 'entitlement.notEntitled']);
  });

  test('is refused to a user who has requested the limit of a minute, and to nobody else', async () => {
    const user = await shop.user('13911110012');
    const codeFor = async (as?: TestUser) => (await shop.call(pathFor(bookId, versionId), as && { as })).code;
    for (let n = 0; n < READING_LIMITS.manifestsPerMinute; n += 1) expect(await codeFor(user)).toBe('success');
    expect(await codeFor(user)).toBe('request.tooMany');
    expect(await codeFor()).toBe('success');
  });
});
