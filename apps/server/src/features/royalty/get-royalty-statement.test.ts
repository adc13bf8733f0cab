/** Tests a statement as finance sees it. */
import type { getRoyaltyStatement, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('getRoyaltyStatement', ['finance', 'admin'], 'filtered');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('each line names its order, the lines come in pages, and another publisher does not find the statement', async () => {
  const { id, bookId } = await fixture.aStatement();
  const [order] = await fixture.query<{ order_no: string }>('select order_no from order_item where book_id = $1', [bookId]);
  const get = (as = fixture.finance, after = 0) =>
    fixture.get<OutputOf<typeof getRoyaltyStatement>>(`/api/admin/royalty/get?id=${id}&after=${after}`, as);
  expect((await get()).payload?.lines).toMatchObject([
    { no: 1, source: 'order', refId: order?.order_no, isRefund: false, grossFen: 4_000, rateBp: 1_000, fen: 400 },
  ]);
  expect((await get(fixture.finance, 1)).payload?.lines).toEqual([]);
  expect((await get(fixture.otherFinance)).code).toBe('royalty.notFound');
});
