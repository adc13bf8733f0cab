/** Tests of changing and removing one's own rating. */
import { type getBookInfo, type MyRating, type OutputOf, type RatingList } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('removeRating', 'every user');
testIdempotency('removeRating', async ({ aRating, bookId }) => ({ as: (await aRating()).as, body: { bookId } }));

let shop: TestServer;
let userCount = 0;
let bookId: string;
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

test('a user has one rating per book, which can be changed and removed and counts in mean and distribution', async () => {
  const [first, second] = [await aReader(), await aReader()];
  await rate(first, 2, '<b>一般</b>');
  await rate(second, 5);
  await rate(first, 4, '<b>再读更好</b>');
  const seen = await list(first);
  expect(seen).toMatchObject({ count: 2, mean: 4.5, distribution: [0, 0, 0, 1, 1], mine: { stars: 4, body: '<b>再读更好</b>' } });
  expect(seen.items.map(({ stars }) => stars).toSorted()).toEqual([4, 5]);
  expect(JSON.stringify(await list())).not.toContain(first.id);
  expect((await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`)).rating).toEqual({ count: 2, mean: 4.5 });
  expect((await send('/api/rating/remove', second, { bookId })).code).toBe('success');
  expect(await list(second)).toMatchObject({ count: 1, mean: 4, mayRate: 'yes' });
  expect((await list(second)).mine).toBeUndefined();
});
