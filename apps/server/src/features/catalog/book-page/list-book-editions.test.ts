/** Tests of the editions of a work on their product pages. */
import type { getBookInfo, listBookEditions, OutputOf, searchBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookEditions', 'everyone');

let shop: TestServer;
let editor: TestUser;
let owner: TestUser;
let otherUser: TestUser;
let [second, third, fourth, other] = ['', '', '', ''];
const chapters = (title: string) => ({
  metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>高等数学</dc:title><dc:language>zh-CN</dc:language>`,
  chapters: [['极限', `${title}的极限。`] as [string, string], ['导数', '导数的定义。'] as [string, string]],
});
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13677770001', 'editor');
  owner = await shop.user('13677770002');
  otherUser = await shop.user('13677770003');
  const paid = { publish: true, accessModel: 'paid', priceFen: 3_000 } as const;
  [second, third, fourth, other] = [
    await shop.book(chapters('第二版'), paid),
    await shop.book(chapters('第三版'), paid),
    await shop.book(chapters('第四版'), { ...paid, publish: false }),
    await shop.book(chapters('别的书'), paid),
  ];
  for (const body of [
    { bookId: second, edition: 2 },
    { bookId: third, edition: 3, sameWorkAs: second },
    { bookId: fourth, edition: 4, sameWorkAs: third },
  ])
    granted(await shop.call('/api/admin/book/edition', { as: editor, body }));
  await shop.platform.db.pool.query(
    `insert into entitlement (id, user_id, book_id, source, starts_at, created_at) values ('e', $1, $2, 'gift', 0, 0)`,
    [owner.id, second],
  );
}, 120_000);
afterAll(() => shop?.close());
const info = async (bookId: string, as = otherUser) =>
  granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as }));
const editions = async (bookId: string, as = otherUser) =>
  granted(await shop.call<OutputOf<typeof listBookEditions>>(`/api/book/editions?bookId=${bookId}`, { as })).items;

test('the product page of each edition lists all editions, newest first, without drafts', async () => {
  expect(await info(second)).toMatchObject({ editionCount: 2, newerEdition: { bookId: third, edition: 3 }, book: { edition: 2 } });
  expect(await info(third)).not.toHaveProperty('newerEdition');
  expect(await info(other)).not.toHaveProperty('editionCount');
  const list = await editions(second, owner);
  expect(list.map(({ edition, book, right }) => [edition, book.id, right.kind])).toEqual([
    [3, third, 'trial'],
    [2, second, 'owned'],
  ]);
  const hits = granted(
    await shop.call<OutputOf<typeof searchBooks>>(`/api/search/query?tab=books&q=${encodeURIComponent('高等数学')}`),
  ).hits.map(({ book }) => book.id);
  expect(hits.indexOf(third)).toBeLessThan(hits.indexOf(second));
  expect(hits.indexOf(second)).toBeGreaterThan(-1);
});

test('an unpublished edition is listed for its owners only', async () => {
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: second, state: 'offShelf', reason: '旧版' } }));
  expect((await editions(third, owner)).map(({ edition, right }) => [edition, right.kind])).toEqual([
    [3, 'trial'],
    [2, 'owned'],
  ]);
  expect((await info(second, owner)).newerEdition).toEqual({ bookId: third, edition: 3 });
  expect((await editions(third)).map(({ edition }) => edition)).toEqual([3]);
  expect(await info(third)).not.toHaveProperty('editionCount');
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: fourth, state: 'published' } }));
  expect((await info(second, owner)).newerEdition).toEqual({ bookId: fourth, edition: 4 });
});
