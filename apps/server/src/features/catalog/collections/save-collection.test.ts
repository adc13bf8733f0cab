/** Tests of editing collections. */
import type { getCollection, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('saveCollection', ['editor', 'admin'], 'id:collection');
testIdempotency('saveCollection', async ({ aUser, bookId }) => ({
  as: await aUser('admin'),
  body: { title: '诸子', kind: 'series', items: [{ bookId }] },
}));

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());

test('a new collection is hidden until an fixture.editor shows it, and lists its books in order with the notes', async () => {
  const made = await fixture.saveCollection({
    kind: 'series',
    title: '诸子选读',
    intro: '四家之言。',
    curator: '编辑部',
    items: [
      { bookId: fixture.bookOf('庄子选读'), note: '先读这本' },
      { bookId: fixture.bookOf('论语选读') },
      { bookId: fixture.bookOf('庄子选读') },
    ],
  });
  expect(made.items.map((item) => [item.title, item.note])).toEqual([
    ['庄子选读', '先读这本'],
    ['论语选读', ''],
  ]);
  expect((await fixture.shop.call(`/api/collection/get?id=${made.id}`)).code).toBe('catalog.collectionNotFound');
  await fixture.saveCollection({ id: made.id, visible: true });
  const shown = await fixture.get<OutputOf<typeof getCollection>>(`/api/collection/get?id=${made.id}`);
  expect(shown).toMatchObject({
    collection: { title: '诸子选读', kind: 'series', bookCount: 2 },
    curator: '编辑部',
    totals: { books: 2, owned: 0 },
  });
  expect(shown.items.map((item) => [item.book.title, item.note, item.right.kind])).toEqual([
    ['庄子选读', '先读这本', 'free'],
    ['论语选读', '', 'free'],
  ]);
});

test('only editors change collections, and invalid collections are rejected', async () => {
  expect((await fixture.shop.call('/api/admin/collection/save', { as: fixture.reader, body: { title: '我的' } })).code).toBe('forbidden');
  expect((await fixture.shop.call('/api/admin/collection/list')).code).toBe('requestLogin');
  for (const [body, code] of [
    [{ kind: 'list' }, 'request.invalid'],
    [{ id: fixture.bookOf('孟子选读'), title: '没有' }, 'catalog.collectionNotFound'],
    [{ title: '有没有的书', items: [{ bookId: `0${'9'.repeat(25)}` }] }, 'catalog.bookNotFound'],
    [{ title: '别人的图', pictureFileId: 'nobody' }, 'file.notFound'],
  ] as const) {
    expect((await fixture.shop.call('/api/admin/collection/save', { as: fixture.editor, body })).code).toBe(code);
  }
});
