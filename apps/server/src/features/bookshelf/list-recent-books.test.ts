/** Tests of the list of books a user read last. */
import { formatHlc, type getShelf, type listRecentBooks, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listRecentBooks', 'every user');

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
const pushOp = async (op: object) =>
  granted(
    await send<{ results: { status: string; message?: string }[] }>('/api/sync/push', {
      deviceId: 'devicea',
      ops: [{ id: newId(), kind: 'put', hlc: formatHlc(shop.platform.clock.now(), 0, 'devicea'), fields: {}, ...op }],
    }),
  ).results[0];
const read = async (title: string) => {
  shop.platform.advanceClock?.(1_000);
  const open = granted(
    await shop.call<{ readingOrder: { items: { href: string }[] }; versionId?: string; book: object }>(
      `/api/learn/open?bookId=${bookOf(title)}`,
      { as: reader },
    ),
  );
  const { rows } = await shop.platform.db.pool.query('select current_version_id as id from book where id = $1', [bookOf(title)]);
  return pushOp({
    entity: 'progress',
    entityId: bookOf(title),
    fields: {
      versionId: rows[0].id,
      locator: { href: open.readingOrder.items[0]?.href, title: '开篇', locations: { totalProgression: 0.4 } },
    },
  });
};
const recent = async () =>
  (await ask<OutputOf<typeof listRecentBooks>>('/api/shelf/recent')).items.map(({ book, locator }) => [book.title, locator.title]);

test('recent books are listed last read first, and a book removed from the list returns when it is read again', async () => {
  expect(await read('论语选读')).toMatchObject({ status: 'applied' });
  await read('孟子选读');
  expect(await recent()).toEqual([
    ['孟子选读', '开篇'],
    ['论语选读', '开篇'],
  ]);
  await send('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), leaveRecent: true }] });
  expect(await recent()).toEqual([['论语选读', '开篇']]);
  expect((await listShelf()).map(([title]) => title)).toEqual(['孟子选读', '论语选读']);
  await read('孟子选读');
  expect((await recent())[0]).toEqual(['孟子选读', '开篇']);
});
