/** Tests of the preview of the home page. */
import type { CollectionRecord, getHome, HomeSlotRecord, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('previewHome', ['editor', 'admin'], 'platform');

let shop: TestServer;
let reader: TestPerson;
let editor: TestPerson;
const ids: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  reader = await shop.person('13944440001');
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

test('only editors preview the home page at another time, with hidden slots and the reasons', async () => {
  type Home = OutputOf<typeof getHome>;
  const now = shop.platform.clock.now();
  const hiddenList = await save({ title: '未公开书单', visible: false, items: [{ bookId: bookOf('孟子选读') }] });
  const slots = [
    await saveSlot({ slot: 'banner', targetType: 'page', target: '/course/list', title: '草稿', visible: false }),
    await saveSlot({ slot: 'banner', targetType: 'book', target: bookOf('庄子选读'), title: '下周', startAt: now + 60_000 }),
    await saveSlot({ slot: 'row', targetType: 'collection', target: hiddenList.id }),
    await saveSlot({ slot: 'banner', targetType: 'page', target: '/book/list', title: '过期', endAt: now - 1 }),
  ];
  const preview = async (query: string) => ask<Home>(`/api/admin/home/preview?${query}`, editor);
  const shown = await preview('');
  expect(shown.banners.map(({ title, draft }) => [title, draft])).toEqual([
    ['草稿', { isHidden: true, isTargetHidden: false }],
    ['下周', { isHidden: false, startAt: now + 60_000, isTargetHidden: false }],
  ]);
  expect(shown.rows).toMatchObject([{ collection: { title: '未公开书单' }, draft: { isHidden: false, isTargetHidden: true } }]);
  const next = await preview(`drafts=no&at=${now + 60_000}`);
  expect(next.banners).toMatchObject([{ title: '下周' }]);
  expect(next.banners[0]).not.toHaveProperty('draft');
  expect(next.rows).toEqual([]);
  // Readers neither see hidden slots nor may call the preview, and the preview must not be cached.
  expect(await ask<Home>('/api/home/get', reader)).toMatchObject({ banners: [], rows: [] });
  expect((await shop.call('/api/admin/home/preview', { as: reader })).code).toBe('forbidden');
  const response = await shop.request({
    method: 'GET',
    url: '/api/admin/home/preview',
    headers: { host: 'localhost:8080', ...editor.headers },
  });
  expect(response.headers['cache-control']).toBe('no-store');
  for (const { id } of slots) granted(await shop.call('/api/admin/slot/remove', { as: editor, body: { id } }));
  granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: hiddenList.id } }));
});
