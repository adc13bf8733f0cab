/** Tests of the lists of books of a publisher, of books of an author, and of popular books. */
import type { OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from '../testing/catalog-fixture.ts';
import { countPopularity } from './count-popularity.ts';

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture?.close());
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);
const listed = async (query: string) => titles((await fixture.get<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`)).items);

test('the list of a publisher or author requires a name, and an unknown source is rejected', async () => {
  expect(await listed(`source=publisher&id=${encodeURIComponent('古籍社')}`)).toEqual(['荀子选读', '庄子选读']);
  expect(await listed(`source=author&id=${encodeURIComponent('孟子')}`)).toEqual(['孟子选读']);
  expect((await fixture.shop.call('/api/book/query?source=publisher')).code).toBe('request.invalid');
  expect((await fixture.shop.call('/api/book/query?source=stolen')).code).toBe('request.invalid');
});

test('the list of popular books starts with the most read, and each order lists all books once', async () => {
  const { db, clock } = fixture.shop.platform;
  const count = (readers: Map<string, number>) =>
    countPopularity({
      db,
      clock,
      countReaders: async () => readers,
      countFavorites: async () => new Map([[fixture.bookOf('庄子选读'), 3]]),
    });
  await count(new Map([[fixture.bookOf('论语选读'), 5]]));
  expect(await listed('source=hot')).toEqual(['庄子选读', '论语选读']);
  await count(new Map([[fixture.bookOf('论语选读'), 9]]));
  expect(await listed('source=hot')).toEqual(['论语选读', '庄子选读']);
  for (const sort of ['default', 'newest', 'hot', 'title']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await fixture.get<OutputOf<typeof queryBooks>>(`/api/book/query?source=new&sort=${sort}&limit=1&cursor=${cursor}`);
      seen.push(...titles(page.items));
      cursor = page.next ?? '';
    } while (cursor !== '');
    expect([...seen].toSorted()).toEqual(['庄子选读', '论语选读', '荀子选读', '孟子选读'].toSorted());
  }
  expect((await fixture.shop.call('/api/book/query?source=hot&cursor=nonsense')).code).toBe('request.invalid');
});
