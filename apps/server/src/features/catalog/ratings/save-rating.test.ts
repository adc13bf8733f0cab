/** Tests of the permission to rate a book, and of concurrent ratings. */
import { type MyRating, type RatingList } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('saveRating', 'every user');
testIdempotency('saveRating', async ({ aRating, bookId }) => ({ as: (await aRating()).as, body: { bookId, stars: 5, body: '好书' } }));

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
let bookId: string;
const NOBODY = '0'.repeat(26);
const query = (text: string, values: unknown[] = []) => shop.platform.db.pool.query(text, values);
const aUser = (role?: 'editor'): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1393335${String(userCount).padStart(4, '0')}`, role);
};
const metadata = (title: string): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`;
const aBook = (title: string, text: string, options: object = {}): Promise<string> =>
  shop.book(
    { metadata: metadata(title), chapters: [['开篇', text.repeat(20)]] },
    { publish: true, accessModel: 'paid', priceFen: 900, ...options },
  );
const aReader = async (id = bookId): Promise<TestUser> => {
  const user = await aUser();
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: user.id, bookId: id });
  await query(`insert into reading_progress values ($1, $2, 'v', '{"href": "c1.xhtml", "locations": {}}', 0, 'h', 0)`, [user.id, id]);
  return user;
};
beforeAll(async () => {
  shop = await openTestServer();
  editor = await aUser('editor');
});
beforeEach(async () => {
  bookId = await aBook(`书 ${userCount}`, `第 ${userCount} 本书的正文。`);
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
const send = <T = unknown>(url: string, as: TestUser, body: object) => shop.call<T>(url, { as, body });
const list = (as?: TestUser, rest = ''): Promise<RatingList> => ask<RatingList>(`/api/rating/list?bookId=${bookId}${rest}`, as);
const rate = (as: TestUser, stars: unknown, body = '') => send<{ mine: MyRating }>('/api/rating/save', as, { bookId, stars, body });

test('only users with a right to the whole book who have opened it may rate it, and staff of the publisher may not', async () => {
  expect((await list()).mayRate).toBe('signIn');
  const otherUser = await aUser();
  expect((await list(otherUser)).mayRate).toBe('noRight');
  expect(await rate(otherUser, 5)).toMatchObject({ code: 'catalog.ratingRefused', message: '不能提交：拥有本书全文的阅读权限后才能评价' });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: otherUser.id, bookId });
  expect((await list(otherUser)).mayRate).toBe('notOpened');
  expect((await rate(otherUser, 5)).code).toBe('catalog.ratingRefused');
  expect((await list(editor)).mayRate).toBe('staff');
  const reader = await aReader();
  expect((await list(reader)).mayRate).toBe('yes');
  expect(await rate(reader, 4, ' 讲得清楚。 ')).toMatchObject({ code: 'success', payload: { mine: { stars: 4, body: '讲得清楚。' } } });
  expect((await send('/api/rating/save', reader, { bookId: NOBODY, stars: 4 })).code).toBe('catalog.bookNotFound');
  for (const [stars, body] of [[0], [6], ['x'], [4.5], [5, '字'.repeat(1_001)]] as const) {
    expect((await rate(reader, stars, body)).code).toBe('request.invalid');
  }
});

test('the summary contains all ratings that are saved concurrently', async () => {
  const readers: TestUser[] = [];
  for (let n = 0; n < 12; n++) readers.push(await aReader());
  await Promise.all(readers.map((reader, index) => rate(reader, (index % 5) + 1)));
  const { rows } = await query('select count, stars from book_rating_sum where book_id = $1', [bookId]);
  expect(rows).toEqual([{ count: 12, stars: 33 }]);
});
