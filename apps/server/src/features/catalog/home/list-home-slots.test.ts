/** Tests of the reasons why readers do not see a home slot. */
import type { CollectionRecord, HomeSlotRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('listHomeSlots', ['editor', 'admin'], 'platform');

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
const save = async (body: object): Promise<CollectionRecord> =>
  granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
const saveSlot = async (body: object): Promise<HomeSlotRecord> =>
  granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body }));

test('the list of home slots shows why readers do not see a visible slot', async () => {
  const list = await save({ title: '旧书单', visible: true, items: [{ bookId: bookOf('孟子选读') }] });
  const slots = [
    await saveSlot({ slot: 'row', targetType: 'collection', target: list.id }),
    await saveSlot({ slot: 'banner', targetType: 'book', target: bookOf('孟子选读') }),
  ];
  const obstacles = async () => {
    const { items } = granted(await shop.call<{ items: HomeSlotRecord[] }>('/api/admin/slot/list', { as: editor }));
    return slots.map(({ id }) => items.find((item) => item.id === id)?.obstacle);
  };
  expect(await obstacles()).toEqual([undefined, undefined]);
  const shelve = (state: string) =>
    shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('孟子选读'), state, reason: '勘误' } });
  granted(await shelve('offShelf'));
  expect(await obstacles()).toEqual(['collectionEmpty', 'bookOffShelf']);
  granted(await shelve('published'));
  await shop.platform.db.pool.query('update book_collection set visible = false where id = $1', [list.id]);
  expect(await obstacles()).toEqual(['collectionHidden', undefined]);
  granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: list.id } }));
  granted(await shop.call('/api/admin/slot/remove', { as: editor, body: { id: slots[1]?.id } }));
});
