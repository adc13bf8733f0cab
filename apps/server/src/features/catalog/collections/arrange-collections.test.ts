/** Tests of the order of collections. */
import type { CollectionRecord, listCollections, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('arrangeCollections', ['editor', 'admin'], 'platform');

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
const ask = async <T>(url: string, as?: TestPerson): Promise<T> => granted(await shop.call<T>(url, as === undefined ? {} : { as }));
const save = async (body: object): Promise<CollectionRecord> =>
  granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('collections are put in order and removed', async () => {
  const [first, second] = [await save({ title: '甲', visible: true, items: [] }), await save({ title: '乙', visible: true, items: [] })];
  await shop.call('/api/admin/collection/arrange', { as: editor, body: { ids: [second.id, first.id] } });
  const order = async () => titles((await ask<OutputOf<typeof listCollections>>('/api/collection/list')).items);
  expect((await order()).slice(0, 2)).toEqual(['乙', '甲']);
  for (const { id } of [first, second]) granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id } }));
  expect(await order()).not.toContain('甲');
  expect((await shop.call('/api/admin/collection/remove', { as: editor, body: { id: first.id } })).code).toBe('catalog.collectionNotFound');
});
