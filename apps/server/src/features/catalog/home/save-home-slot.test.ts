/** Tests of the dates and targets of home slots. */
import type { CollectionRecord, getHome, HomeSlotRecord, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('saveHomeSlot', ['editor', 'admin'], 'platform');

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
const saveSlot = async (body: object): Promise<HomeSlotRecord> =>
  granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body }));
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('the home page shows a slot from its start to its end, and only if its target is visible', async () => {
  const now = shop.platform.clock.now();
  const list = await save({ title: '开学书单', intro: '新学期', visible: true, items: [{ bookId: bookOf('论语选读') }] });
  await saveSlot({ slot: 'banner', targetType: 'collection', target: list.id, startAt: now + 10_000, endAt: now + 20_000 });
  const row = await saveSlot({ slot: 'row', targetType: 'collection', target: list.id });
  const home = () => ask<OutputOf<typeof getHome>>('/api/home/get');
  expect((await home()).banners).toEqual([]);
  shop.platform.advanceClock?.(10_000);
  expect((await home()).banners).toMatchObject([{ title: '开学书单', lead: '新学期', address: `/book/collection/${list.id}` }]);
  const shelve = (state: string) =>
    shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('论语选读'), state, reason: '勘误' } });
  granted(await shelve('offShelf'));
  // A slot is not shown if its collection has no published book.
  expect((await home()).banners).toEqual([]);
  granted(await shelve('published'));
  shop.platform.advanceClock?.(10_000);
  const later = await home();
  expect(later.banners).toEqual([]);
  expect(later.rows.map((one) => [one.collection.title, titles(one.books)])).toEqual([['开学书单', ['论语选读']]]);
  expect(titles(later.collections)).toContain('开学书单');
  granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: list.id } }));
  expect((await home()).rows).toEqual([]);
  expect((await shop.call('/api/admin/slot/remove', { as: editor, body: { id: row.id } })).code).toBe('catalog.slotNotFound');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'course/list'])(
  'a home slot cannot link to an external page: %s',
  async (target) => {
    const response = await shop.call('/api/admin/slot/save', { as: editor, body: { targetType: 'page', target, title: '去' } });
    expect(response.code).toBe('request.invalid');
  },
);
