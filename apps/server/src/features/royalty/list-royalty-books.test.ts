/** Tests the list of books with royalties. */
import type { listRoyaltyBooks, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('listRoyaltyBooks', ['finance', 'admin'], 'filtered');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('books of the own publisher are listed with the rates of today, page by page', async () => {
  const payee = await fixture.aUser();
  const [first, second] = [await fixture.aRoyaltyBook(payee), await fixture.aRoyaltyBook(payee)];
  await fixture.aRoyaltyBook(payee, '北海出版社');
  await fixture.aRate(first, payee, 850);
  const list = async (query: string) =>
    (await fixture.get<OutputOf<typeof listRoyaltyBooks>>(`/api/admin/royalty/books${query}`, fixture.finance)).payload;
  const page = await list('?limit=1');
  expect(page?.items).toHaveLength(1);
  const rest = await list(`?limit=5&cursor=${page?.nextCursor}`);
  const all = [...(page?.items ?? []), ...(rest?.items ?? [])];
  expect(all.map(({ bookId }) => bookId).toSorted()).toEqual([first, second].toSorted());
  expect(all.find(({ bookId }) => bookId === first)).toMatchObject({ contributors: 1, payees: 1, rateBp: 850 });
  expect((await list('?q=100%25'))?.items).toEqual([]);
});
