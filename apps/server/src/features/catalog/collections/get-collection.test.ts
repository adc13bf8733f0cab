/** Tests of a collection with an unpublished book. */
import type { getCollection, listBookCards, OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';

testAccess('getCollection', 'everyone');

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

test('a collection lists an unpublished book with its state, and does not count it', async () => {
  const made = await fixture.saveCollection({
    kind: 'list',
    title: '选本',
    visible: true,
    items: [{ bookId: fixture.bookOf('荀子选读') }, { bookId: fixture.bookOf('孟子选读') }],
  });
  const shelve = (state: string) =>
    fixture.shop.call('/api/admin/book/shelf', { as: fixture.editor, body: { bookId: fixture.bookOf('荀子选读'), state, reason: '测试' } });
  await shelve('offShelf');
  const shown = await fixture.get<OutputOf<typeof getCollection>>(`/api/collection/get?id=${made.id}`);
  expect(shown.items.map((item) => [item.book.title, item.isListed, item.right.kind])).toEqual([
    ['荀子选读', false, 'none'],
    ['孟子选读', true, 'free'],
  ]);
  expect(shown.collection.bookCount).toBe(1);
  const listed = await fixture.get<OutputOf<typeof queryBooks>>(`/api/book/query?source=collection&id=${made.id}`);
  expect([listed.title, titles(listed.items)]).toEqual(['选本', ['孟子选读']]);
  const cards = await fixture.get<OutputOf<typeof listBookCards>>(
    `/api/book/cards?bookIds=${fixture.bookOf('荀子选读')},${fixture.bookOf('孟子选读')}`,
  );
  expect(cards.items.map((item) => [item.book.title, item.shelfState])).toEqual([
    ['荀子选读', 'offShelf'],
    ['孟子选读', 'published'],
  ]);
  await shelve('published');
});
