/** Tests of the order of collections. */
import type { listCollections, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('arrangeCollections', ['editor', 'admin'], 'platform');
testIdempotency('arrangeCollections', async ({ aUser, aCollection }) => ({
  as: await aUser('admin'),
  body: { ids: [await aCollection()] },
}));

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('collections are put in order and removed', async () => {
  const [first, second] = [
    await fixture.saveCollection({ title: '甲', visible: true, items: [] }),
    await fixture.saveCollection({ title: '乙', visible: true, items: [] }),
  ];
  await fixture.shop.call('/api/admin/collection/arrange', { as: fixture.editor, body: { ids: [second.id, first.id] } });
  const order = async () => titles((await fixture.get<OutputOf<typeof listCollections>>('/api/collection/list')).items);
  expect((await order()).slice(0, 2)).toEqual(['乙', '甲']);
  for (const { id } of [first, second])
    granted(await fixture.shop.call('/api/admin/collection/remove', { as: fixture.editor, body: { id } }));
  expect(await order()).not.toContain('甲');
  expect((await fixture.shop.call('/api/admin/collection/remove', { as: fixture.editor, body: { id: first.id } })).code).toBe(
    'catalog.collectionNotFound',
  );
});
