/** Tests of toggling a favorite. */
import { type listFavorites, newId, type OutputOf, type pullChanges } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('toggleFavorite', 'every user');
testIdempotency('toggleFavorite', async ({ aUser, bookId }) => ({ as: await aUser(), body: { targetType: 'book', targetId: bookId } }));

let shop: TestServer;
let reader: TestUser;
let userCount = 0;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  for (const title of ['论语选读', '孟子选读', '庄子选读']) {
    ids[title] = await shop.book(
      {
        metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`,
        chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
      },
      title === '庄子选读' ? { publish: true, accessModel: 'paid', priceFen: 3_000 } : { publish: true },
    );
  }
});
beforeEach(async () => {
  userCount += 1;
  reader = await shop.user(`1396666${String(userCount).padStart(4, '0')}`);
});
afterAll(() => shop?.close());
const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const send = <T>(url: string, body: object) => shop.call<T>(url, { as: reader, body });
const pull = async () => (await ask<OutputOf<typeof pullChanges>>('/api/sync/pull?since=0')).changes;
const listed = async () => (await ask<OutputOf<typeof listFavorites>>('/api/favorite/list')).items;

test('a favorite is added and removed by one operation, stores the price at that time, and is synced to other devices', async () => {
  const toggle = (body: object) => send<{ isFavorite: boolean }>('/api/favorite/toggle', body);
  const book = { targetType: 'book', targetId: bookOf('庄子选读') };
  expect(await toggle(book)).toMatchObject({ message: '已收藏', payload: { isFavorite: true } });
  expect(await listed()).toMatchObject([{ ...book, priceFen: 3_000, book: { book: { title: '庄子选读' } } }]);
  expect((await toggle({ ...book, on: true })).payload).toEqual({ isFavorite: true });
  expect(await toggle(book)).toMatchObject({ message: '已取消收藏', payload: { isFavorite: false } });
  expect(await listed()).toEqual([]);
  expect((await pull()).map(({ entity, entityId }) => [entity, entityId])).toEqual([['favorite', `book:${book.targetId}`]]);
  expect((await toggle({ targetType: 'book', targetId: newId() })).code).toBe('catalog.bookNotFound');
});
