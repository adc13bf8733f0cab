/** Tests of the reasons why readers do not see a home slot. */
import type { HomeSlotRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('listHomeSlots', ['editor', 'admin'], 'platform');

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());

test('the list of home slots shows why readers do not see a visible slot', async () => {
  const list = await fixture.saveCollection({ title: '旧书单', visible: true, items: [{ bookId: fixture.bookOf('孟子选读') }] });
  const slots = [
    await fixture.saveHomeSlot({ slot: 'row', targetType: 'collection', target: list.id }),
    await fixture.saveHomeSlot({ slot: 'banner', targetType: 'book', target: fixture.bookOf('孟子选读') }),
  ];
  const obstacles = async () => {
    const { items } = granted(await fixture.shop.call<{ items: HomeSlotRecord[] }>('/api/admin/slot/list', { as: fixture.editor }));
    return slots.map(({ id }) => items.find((item) => item.id === id)?.obstacle);
  };
  expect(await obstacles()).toEqual([undefined, undefined]);
  const shelve = (state: string) =>
    fixture.shop.call('/api/admin/book/shelf', { as: fixture.editor, body: { bookId: fixture.bookOf('孟子选读'), state, reason: '勘误' } });
  granted(await shelve('offShelf'));
  expect(await obstacles()).toEqual(['collectionEmpty', 'bookOffShelf']);
  granted(await shelve('published'));
  await fixture.shop.platform.db.pool.query('update book_collection set visible = false where id = $1', [list.id]);
  expect(await obstacles()).toEqual(['collectionHidden', undefined]);
  granted(await fixture.shop.call('/api/admin/collection/remove', { as: fixture.editor, body: { id: list.id } }));
  granted(await fixture.shop.call('/api/admin/slot/remove', { as: fixture.editor, body: { id: slots[1]?.id } }));
});
