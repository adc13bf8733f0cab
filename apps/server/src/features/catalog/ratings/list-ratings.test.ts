/** Tests of the ratings of a book in pages, and of the order of books by rating. */
import { type listCourses, type MyRating, type OutputOf, type RatingList } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('listRatings', 'everyone');

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

test('ratings are listed in pages, newest first', async () => {
  for (const stars of [1, 2, 3]) {
    await rate(await aReader(), stars);
    shop.platform.advanceClock?.(1_000);
  }
  const first = await list(undefined, '&limit=2');
  const second = await list(undefined, `&limit=2&cursor=${first.next}`);
  expect([...first.items, ...second.items].map(({ stars }) => stars)).toEqual([3, 2, 1]);
  expect(second.next).toBeUndefined();
  expect((await shop.call(`/api/rating/list?bookId=${bookId}&cursor=xx`)).code).toBe('request.invalid');
});

test('the order by rating sorts a book with many good ratings before one with a single perfect rating', async () => {
  const [liked, perfect, plain] = [bookId, await aBook('独一份', '只有一个人评价。'), await aBook('无人评', '没有人评价。')];
  for (let n = 0; n < 8; n++) await rate(await aReader(liked), n === 0 ? 4 : 5);
  bookId = perfect;
  await rate(await aReader(perfect), 5);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=rating&limit=2&cursor=${cursor}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? '';
  } while (cursor !== '');
  expect(new Set(seen).size).toBe(seen.length);
  const order = [liked, perfect, plain].map((id) => seen.indexOf(id));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
