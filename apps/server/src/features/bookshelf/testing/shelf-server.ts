/** A server with three books and a new reader for each test, for all tests of a file. */
import { formatHlc, type getShelf, newId, type OutputOf, type pullChanges } from '@shufang/contract';
import { beforeEach } from 'vitest';
import { metadataOf } from '../../../testing/book-per-test.ts';
import { granted } from '../../../testing/file-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { withTestServer } from '../../../testing/with-test-server.ts';

export const withShelfServer = () => {
  const ids: Record<string, string> = {};
  const shop = withTestServer({}, async () => {
    for (const title of ['论语选读', '孟子选读', '庄子选读']) {
      ids[title] = await shop().book(
        { metadata: metadataOf(title), chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]] },
        title === '庄子选读' ? { publish: true, accessModel: 'paid', priceFen: 3_000 } : { publish: true },
      );
    }
  });
  let reader: TestUser | undefined;
  let userCount = 0;
  beforeEach(async () => {
    userCount += 1;
    reader = await shop().user(`1396666${String(userCount).padStart(4, '0')}`);
  });
  const theReader = (): TestUser => {
    if (reader === undefined) throw new Error('the reader exists only in tests');
    return reader;
  };
  const bookOf = (title: string): string => ids[title] ?? '';
  const ask = async <T>(url: string): Promise<T> => granted(await shop().call<T>(url, { as: theReader() }));
  const send = <T>(url: string, body: object) => shop().call<T>(url, { as: theReader(), body });
  const shelf = () => ask<OutputOf<typeof getShelf>>('/api/shelf/get');
  const pushOp = async (op: object) =>
    granted(
      await send<{ results: { status: string; message?: string }[] }>('/api/sync/push', {
        deviceId: 'devicea',
        ops: [{ id: newId(), kind: 'put', hlc: formatHlc(shop().platform.clock.now(), 0, 'devicea'), fields: {}, ...op }],
      }),
    ).results[0];
  return {
    shop,
    reader: theReader,
    bookOf,
    ask,
    send,
    shelf,
    /** Returns the titles on the shelf with their entries. */
    listShelf: async () => (await shelf()).items.map(({ book, item }) => [book.title, item] as const),
    pull: async () => (await ask<OutputOf<typeof pullChanges>>('/api/sync/pull?since=0')).changes,
    pushOp,
    /** Stores a position in the book, one second later, as a device does that has opened it. */
    read: async (title: string) => {
      shop().platform.advanceClock?.(1_000);
      const { readingOrder } = await ask<{ readingOrder: { items: { href: string }[] } }>(`/api/learn/open?bookId=${bookOf(title)}`);
      const { rows } = await shop().platform.db.pool.query('select current_version_id as id from book where id = $1', [bookOf(title)]);
      const locator = { href: readingOrder.items[0]?.href, title: '开篇', locations: { totalProgression: 0.4 } };
      return pushOp({ entity: 'progress', entityId: bookOf(title), fields: { versionId: rows[0].id, locator } });
    },
  };
};
