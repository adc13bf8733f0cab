/** Tests of the preview of the home page. */
import type { getHome, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('previewHome', ['editor', 'admin'], 'platform');

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());

test('only editors preview the home page at another time, with hidden slots and the reasons', async () => {
  type Home = OutputOf<typeof getHome>;
  const now = fixture.shop.platform.clock.now();
  const hiddenList = await fixture.saveCollection({ title: '未公开书单', visible: false, items: [{ bookId: fixture.bookOf('孟子选读') }] });
  const slots = [
    await fixture.saveHomeSlot({ slot: 'banner', targetType: 'page', target: '/course/list', title: '草稿', visible: false }),
    await fixture.saveHomeSlot({
      slot: 'banner',
      targetType: 'book',
      target: fixture.bookOf('庄子选读'),
      title: '下周',
      startAt: now + 60_000,
    }),
    await fixture.saveHomeSlot({ slot: 'row', targetType: 'collection', target: hiddenList.id }),
    await fixture.saveHomeSlot({ slot: 'banner', targetType: 'page', target: '/book/list', title: '过期', endAt: now - 1 }),
  ];
  const preview = async (query: string) => fixture.get<Home>(`/api/admin/home/preview?${query}`, fixture.editor);
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
  expect(await fixture.get<Home>('/api/home/get', fixture.reader)).toMatchObject({ banners: [], rows: [] });
  expect((await fixture.shop.call('/api/admin/home/preview', { as: fixture.reader })).code).toBe('forbidden');
  const response = await fixture.shop.request({
    method: 'GET',
    url: '/api/admin/home/preview',
    headers: { host: 'localhost:8080', ...fixture.editor.headers },
  });
  expect(response.headers['cache-control']).toBe('no-store');
  for (const { id } of slots) granted(await fixture.shop.call('/api/admin/slot/remove', { as: fixture.editor, body: { id } }));
  granted(await fixture.shop.call('/api/admin/collection/remove', { as: fixture.editor, body: { id: hiddenList.id } }));
});
