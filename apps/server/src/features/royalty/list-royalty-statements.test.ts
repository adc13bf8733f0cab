/** Tests the list of statements for finance. */
import type { listRoyaltyStatements, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('listRoyaltyStatements', ['finance', 'admin'], 'filtered');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('finance sees the statements of the own publisher by state, with counts and sums', async () => {
  const own = await fixture.aStatement();
  const foreign = await fixture.aStatement('draft', '北海出版社');
  await fixture.aStatement('issued');
  const list = async (query: string, as = fixture.finance) =>
    (await fixture.get<OutputOf<typeof listRoyaltyStatements>>(`/api/admin/royalty/list${query}`, as)).payload;
  const drafts = await list('');
  expect(drafts?.items.map(({ id }) => id)).toEqual([own.id]);
  expect(drafts).toMatchObject({ counts: { draft: 1, issued: 1, disputed: 0, confirmed: 0, paid: 0 }, fen: 400 });
  expect(drafts?.items[0]).toMatchObject({ payee: '苏墨', grossFen: 4_000, fen: 400, lines: 1, isSimulated: false });
  expect((await list('', fixture.otherFinance))?.items.map(({ id }) => id)).toEqual([foreign.id]);
  expect((await list('?q=没有'))?.items).toEqual([]);
  expect((await list('?q=苏墨&status=issued'))?.items).toHaveLength(1);
  expect((await list('?period=199901'))?.counts.draft).toBe(0);
});
