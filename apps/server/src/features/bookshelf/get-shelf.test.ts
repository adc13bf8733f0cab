/** Tests of the shelf of a user. */
import { formatHlc, type getShelf, newId, type OutputOf } from '@shufang/contract';
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
/** Stores a position in the book, as a device does that has opened it. */
const read = async (title: string): Promise<void> => {
  const { readingOrder } = await ask<{ readingOrder: { items: { href: string }[] } }>(`/api/learn/open?bookId=${bookOf(title)}`);
  const { rows } = await shop.platform.db.pool.query('select current_version_id as id from book where id = $1', [bookOf(title)]);
  const locator = { href: readingOrder.items[0]?.href, title: '开篇', locations: { totalProgression: 0.4 } };
  const fields = { versionId: rows[0].id, locator };
  const hlc = formatHlc(shop.platform.clock.now(), 0, 'devicea');
  const op = { id: newId(), entity: 'progress', entityId: bookOf(title), kind: 'put', hlc, fields };
  granted(await send('/api/sync/push', { deviceId: 'devicea', ops: [op] }));
};

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

test('a free book is on the shelf once it was opened, until it is removed; a paid one is not', async () => {
  for (const title of ['论语选读', '庄子选读']) await read(title);
  expect((await listShelf()).map(([title]) => title)).toEqual(['论语选读']);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: false }] });
  expect(await listShelf()).toEqual([]);
});
