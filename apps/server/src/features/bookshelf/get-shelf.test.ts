/** Tests of the shelf of a user. */
import { type getShelf, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';

testAccess('getShelf', 'every user');

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
const shelf = () => ask<OutputOf<typeof getShelf>>('/api/shelf/get');
const listShelf = async () => (await shelf()).items.map(({ book, item }) => [book.title, item] as const);

test('the shelf holds added and owned books until they are removed, pinned ones first', async () => {
  expect(await shelf()).toEqual({ items: [], groups: [] });
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: true }] });
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: bookOf('庄子选读') });
  shop.platform.advanceClock?.(1_000);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), onShelf: true }] });
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), pinned: true }] });
  expect((await listShelf()).map(([title]) => title)).toEqual(['论语选读', '孟子选读', '庄子选读']);
  await send('/api/shelf/set', {
    items: [
      { bookId: bookOf('论语选读'), onShelf: false },
      { bookId: bookOf('庄子选读'), hidden: true },
    ],
  });
  expect((await listShelf()).map(([title, item]) => [title, item.hidden ?? false])).toEqual([
    ['孟子选读', false],
    ['庄子选读', true],
  ]);
});
