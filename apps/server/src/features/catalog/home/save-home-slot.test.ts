/** Tests of the dates and targets of home slots. */
import type { getHome, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('saveHomeSlot', ['editor', 'admin'], 'platform');
testIdempotency('saveHomeSlot', async ({ aUser, bookId }) => ({
  as: await aUser('admin'),
  body: { slot: 'banner', targetType: 'book', target: bookId },
}));

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('the home page shows a slot from its start to its end, and only if its target is visible', async () => {
  const now = fixture.shop.platform.clock.now();
  const list = await fixture.saveCollection({
    title: '开学书单',
    intro: '新学期',
    visible: true,
    items: [{ bookId: fixture.bookOf('论语选读') }],
  });
  await fixture.saveHomeSlot({ slot: 'banner', targetType: 'collection', target: list.id, startAt: now + 10_000, endAt: now + 20_000 });
  const row = await fixture.saveHomeSlot({ slot: 'row', targetType: 'collection', target: list.id });
  const home = () => fixture.get<OutputOf<typeof getHome>>('/api/home/get');
  expect((await home()).banners).toEqual([]);
  fixture.shop.platform.advanceClock?.(10_000);
  expect((await home()).banners).toMatchObject([{ title: '开学书单', lead: '新学期', address: `/book/collection/${list.id}` }]);
  const shelve = (state: string) =>
    fixture.shop.call('/api/admin/book/shelf', { as: fixture.editor, body: { bookId: fixture.bookOf('论语选读'), state, reason: '勘误' } });
  granted(await shelve('offShelf'));
  // A slot is not shown if its collection has no published book.
  expect((await home()).banners).toEqual([]);
  granted(await shelve('published'));
  fixture.shop.platform.advanceClock?.(10_000);
  const later = await home();
  expect(later.banners).toEqual([]);
  expect(later.rows.map((one) => [one.collection.title, titles(one.books)])).toEqual([['开学书单', ['论语选读']]]);
  expect(titles(later.collections)).toContain('开学书单');
  granted(await fixture.shop.call('/api/admin/collection/remove', { as: fixture.editor, body: { id: list.id } }));
  expect((await home()).rows).toEqual([]);
  expect((await fixture.shop.call('/api/admin/slot/remove', { as: fixture.editor, body: { id: row.id } })).code).toBe(
    'catalog.slotNotFound',
  );
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'course/list'])(
  'a home slot cannot link to an external page: %s',
  async (target) => {
    const response = await fixture.shop.call('/api/admin/slot/save', {
      as: fixture.editor,
      body: { targetType: 'page', target, title: '去' },
    });
    expect(response.code).toBe('request.invalid');
  },
);
