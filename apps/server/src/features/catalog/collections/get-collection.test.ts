/** Tests of a collection with an unpublished book. */
import type { CollectionRecord, getCollection, listBookCards, OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('getCollection', 'everyone');

let shop: TestServer;
let editor: TestPerson;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.person('13944440002', 'editor');
  for (const [title, author, publisher] of [
    ['论语选读', '孔子弟子', '中华书局'],
    ['孟子选读', '孟子', '中华书局'],
    ['庄子选读', '庄子', '古籍社'],
    ['荀子选读', '荀子', '古籍社'],
  ] as const) {
    ids[title] = await shop.book({
      metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator><dc:publisher>${publisher}</dc:publisher>`,
      chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
    });
    shop.platform.advanceClock?.(1_000);
  }
});
afterAll(() => shop?.close());
const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string, as?: TestPerson): Promise<T> => granted(await shop.call<T>(url, as === undefined ? {} : { as }));
const save = async (body: object): Promise<CollectionRecord> =>
  granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('a collection lists an unpublished book with its state, and does not count it', async () => {
  const made = await save({
    kind: 'list',
    title: '选本',
    visible: true,
    items: [{ bookId: bookOf('荀子选读') }, { bookId: bookOf('孟子选读') }],
  });
  const shelve = (state: string) =>
    shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('荀子选读'), state, reason: '测试' } });
  await shelve('offShelf');
  const shown = await ask<OutputOf<typeof getCollection>>(`/api/collection/get?id=${made.id}`);
  expect(shown.items.map((item) => [item.book.title, item.isListed, item.right.kind])).toEqual([
    ['荀子选读', false, 'none'],
    ['孟子选读', true, 'free'],
  ]);
  expect(shown.collection.bookCount).toBe(1);
  const listed = await ask<OutputOf<typeof queryBooks>>(`/api/book/query?source=collection&id=${made.id}`);
  expect([listed.title, titles(listed.items)]).toEqual(['选本', ['孟子选读']]);
  const cards = await ask<OutputOf<typeof listBookCards>>(`/api/book/cards?bookIds=${bookOf('荀子选读')},${bookOf('孟子选读')}`);
  expect(cards.items.map((item) => [item.book.title, item.shelfState])).toEqual([
    ['荀子选读', 'offShelf'],
    ['孟子选读', 'published'],
  ]);
  await shelve('published');
});
