/** Tests of opening books and of the content origin, over HTTP: what each reader gets, and what a content URL alone permits. */
import type { OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';

testAccess('openBook', 'everyone');

type Opened = OutputOf<typeof openBook>;

const long = '为学日益，为道日损。损之又损，以至于无为。'.repeat(20);
const chapters = ['第一章', '第二章', '第三章', '第四章'].map((title): [string, string] => [title, `${title}：${long}`]);

let shop: TestServer;
let reader: TestUser;
let freeBook: string;
let paidBook: string;

beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13911110001');
  freeBook = await shop.book({
    metadata: '<dc:identifier id="id">free</dc:identifier><dc:title>免费的书</dc:title><dc:language>zh-CN</dc:language>',
    chapters,
  });
  paidBook = await shop.book(
    { metadata: '<dc:identifier id="id">paid</dc:identifier><dc:title>收费的书</dc:title><dc:language>zh-CN</dc:language>', chapters },
    { publish: true, accessModel: 'paid', priceFen: 3_900, trialChapters: 2 },
  );
});
afterAll(() => shop?.close());

const open = async (bookId: string, as?: TestUser): Promise<Opened> => {
  const response = await shop.call<Opened>(`/api/learn/open?bookId=${bookId}`, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${response.code}: ${response.message}`);
  return response.payload;
};
const get = (address: string, headers: Record<string, string> = {}) => {
  const url = new URL(address);
  return shop.request({ method: 'GET', url: url.pathname + url.search, headers: { host: url.host, ...headers } });
};
const hrefOf = (opened: Opened, index: number): string => opened.readingOrder.items[index]?.segments[0]?.href ?? '';

describe('a free book', () => {
  test('a free book opens completely for anonymous users, and its documents forbid scripts', async () => {
    const opened = await open(freeBook);
    expect(opened.right.kind).toBe('free');
    expect(opened.readingOrder.items.every((item) => item.open)).toBe(true);
    const page = await get(opened.content.baseUrl + hrefOf(opened, 3));
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^application\/xhtml\+xml/);
    expect(page.body).toContain('第四章');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe-eval|https?:\/\/\*/);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
  });

  test('an unchanged document is answered with 304, and a request for a part of it with the whole', async () => {
    const opened = await open(freeBook);
    const address = opened.content.baseUrl + hrefOf(opened, 0);
    const whole = await get(address);
    expect((await get(address, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
    const part = await get(address, { range: 'bytes=0-99' });
    expect([part.statusCode, part.body]).toEqual([200, whole.body]);
  });

  test('a free book has the same content URL within a time window', async () => {
    expect((await open(freeBook)).content.baseUrl).toBe((await open(freeBook)).content.baseUrl);
  });
});

describe('a paid book', () => {
  test('a paid book opens its trial chapters for a user without a right, and no content URL opens the others', async () => {
    const opened = await open(paidBook);
    expect(opened.right.kind).toBe('trial');
    expect(opened.readingOrder.items.map((item) => item.open)).toEqual([true, true, false, false]);
    expect((await get(opened.content.baseUrl + hrefOf(opened, 1))).statusCode).toBe(200);
    const closed = await get(opened.content.baseUrl + hrefOf(opened, 2));
    expect(closed.statusCode).toBe(403);
    expect(closed.body).not.toContain('为学日益');
  });

  test('a paid book opens completely for its owner, and the ticket ends with the session', async () => {
    const owner = await shop.user('13911110002');
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId: paidBook });
    const opened = await open(paidBook, owner);
    expect(opened.right).toMatchObject({ kind: 'owned' });
    const address = opened.content.baseUrl + hrefOf(opened, 3);
    expect((await get(address)).statusCode).toBe(200);
    await shop.call('/api/user/auth/logout', { as: owner });
    await expect.poll(async () => (await get(address)).statusCode).toBe(403);
  });

  test('search shows at most eight characters on each side of a match in a locked sentence', async () => {
    const response = await shop.call<{ hits: { locked: boolean; snippet?: { text: string } }[] }>(
      `/api/search/query?q=${encodeURIComponent('第四章')}&tab=body`,
    );
    const locked = response.payload?.hits.filter((hit) => hit.locked) ?? [];
    expect(locked.length).toBeGreaterThan(0);
    for (const hit of locked) expect(hit.snippet?.text.length).toBeLessThanOrEqual('第四章'.length + 16);
  });
});

describe('a URL of the content origin', () => {
  test('a content URL does not work on the host of another book, on the application origin or with a changed ticket', async () => {
    const free = await open(freeBook);
    const paid = await open(paidBook);
    const path = new URL(free.content.baseUrl + hrefOf(free, 0)).pathname;
    expect((await shop.request({ method: 'GET', url: path, headers: { host: new URL(paid.content.baseUrl).host } })).statusCode).toBe(404);
    expect((await shop.request({ method: 'GET', url: path, headers: { host: 'localhost:8080' } })).statusCode).toBe(404);
    const altered = (free.content.baseUrl + hrefOf(free, 0)).replace(
      /\.(.)([\w-]+)\/OEBPS/,
      (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}/OEBPS`,
    );
    expect((await get(altered)).statusCode).toBe(403);
  });

  test('a content URL expires with its ticket', async () => {
    const opened = await open(freeBook);
    shop.platform.advanceClock?.(opened.content.expiresAt - shop.platform.clock.now() + 1);
    expect((await get(opened.content.baseUrl + hrefOf(opened, 0))).statusCode).toBe(403);
    const again = await open(freeBook);
    expect((await get(again.content.baseUrl + hrefOf(again, 0))).statusCode).toBe(200);
  });

  test('the content origin serves no operation of the application and no file that the book does not have', async () => {
    const opened = await open(freeBook);
    const { host } = new URL(opened.content.baseUrl);
    expect((await shop.request({ method: 'GET', url: '/api/home/get', headers: { host } })).statusCode).toBe(404);
    for (const path of ['../../etc/passwd', '%2e%2e/%2e%2e/secrets/server-key', 'OEBPS/nope.xhtml', 'OEBPS/c1.xhtml%00.png']) {
      expect((await get(opened.content.baseUrl + path)).statusCode, path).toBe(404);
    }
  });

  test('the ticket of a content URL is not written to the log', async () => {
    const opened = await open(freeBook);
    await get(opened.content.baseUrl + hrefOf(opened, 0));
    const ticket = opened.content.baseUrl.split('/~c/')[1]?.replace('/', '') ?? 'no ticket';
    expect(shop.log()).not.toContain(ticket);
    expect(shop.log()).toContain('/~c/[已隐去]');
  });
});

describe('opening a book', () => {
  test('a user whose session has ended must sign in again, while an anonymous user may open a free book', async () => {
    const user = await shop.user('13911110019');
    const book = await shop.book(
      { metadata: '<dc:identifier id="id">ended</dc:identifier><dc:title>开卷</dc:title><dc:language>zh-CN</dc:language>', chapters },
      { publish: true },
    );
    const open = `/api/learn/open?bookId=${book}`;
    expect((await shop.call(open, { as: user })).code).toBe('success');
    expect((await shop.call('/api/user/auth/logout', { as: user })).code).toBe('success');
    expect(await shop.call(open, { as: user })).toMatchObject({ code: 'requestLogin', payload: null });
    expect((await shop.call(open)).code).toBe('success');
  });

  test('an unknown book and a draft return the same error to readers', async () => {
    const draft = await shop.book(
      { metadata: '<dc:identifier id="id">draft</dc:identifier><dc:title>草稿</dc:title><dc:language>zh-CN</dc:language>', chapters },
      {},
    );
    expect((await shop.call(`/api/learn/open?bookId=${draft}`, { as: reader })).code).toBe('catalog.bookNotFound');
    expect((await shop.call('/api/learn/open?bookId=00000000000000000000000000')).code).toBe('catalog.bookNotFound');
    const editor = await shop.user('13911110003', 'editor');
    expect((await shop.call(`/api/learn/open?bookId=${draft}`, { as: editor })).code).toBe('success');
  });

  test('search inside a book finds two characters and returns their location', async () => {
    const response = await shop.call<{ hits: { href: string; text: { highlight: string } }[]; total: number }>(
      `/api/search/inBook?bookId=${freeBook}&q=${encodeURIComponent('无为')}`,
    );
    expect(response.payload?.total).toBe(80);
    expect(response.payload?.hits[0]).toMatchObject({ href: 'OEBPS/c1.xhtml', text: { highlight: '无为' } });
  });
});
