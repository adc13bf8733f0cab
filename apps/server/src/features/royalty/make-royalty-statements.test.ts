/** Tests the making of statements: which month an entry belongs to, and that repetition changes nothing. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { issueStatementsAs } from './issue-royalty-statements.ts';
import { makeDraft } from './make-statements.ts';
import { replyToDisputeAs } from './reply-to-royalty-dispute.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('makeRoyaltyStatements', ['finance', 'admin'], 'filtered');
testIdempotency('makeRoyaltyStatements', async ({ aUser }) => ({ as: await aUser('finance'), body: {} }));

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

const OPERATOR = { operator: 'commandLine', accessScope: undefined } as const;
const DAY_MS = 86_400_000;
const make = (bookId: string) => fixture.shop.platform.db.transaction((tx) => makeDraft(tx, bookId, fixture.shop.platform.clock.now()));
const statementsOf = (bookId: string) =>
  fixture.query<{ id: string; period: string; status: string; fen: number; gross_fen: number; line_count: number }>(
    'select id, period, status, fen, gross_fen, line_count from royalty_statement where book_id = $1 order by period, id',
    [bookId],
  );

test('the same sales and rates give the same statement, and only a change writes it again', async () => {
  const payee = await fixture.aUser();
  const bookId = await fixture.aRoyaltyBook(payee);
  await fixture.aRate(bookId, payee, 1_250);
  await fixture.aSale(bookId, 3_999, [999]);
  expect(await make(bookId)).toBe(1);
  const first = await statementsOf(bookId);
  expect(first).toMatchObject([{ status: 'draft', gross_fen: 3_000, fen: 375, line_count: 2 }]);
  expect(await make(bookId)).toBe(0);
  expect(await statementsOf(bookId)).toEqual(first);
  await fixture.aSale(bookId, 801);
  expect(await make(bookId)).toBe(1);
  expect(await statementsOf(bookId)).toMatchObject([{ id: first[0]?.id, fen: 475, line_count: 3 }]);
});

test('a refund after the month is settled is a negative line of the next month, and the settled month stays as it is', async () => {
  const { bookId, id } = await fixture.aStatement('issued');
  const settled = await statementsOf(bookId);
  const lines = () => fixture.query('select * from royalty_line where statement_id = $1', [id]);
  const before = await lines();
  await fixture.query(
    `insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, status, requested_at, finished_at)
     select $1, o.no, 'operator', o.channel, o.trade_no, o.channel_txn, 4000, 'succeeded', 0, $3::bigint
     from purchase_order o join order_item i on i.order_no = o.no where i.book_id = $2`,
    [newId(), bookId, fixture.lastMonth() + 5_000],
  );
  expect(await make(bookId)).toBe(0);
  fixture.shop.platform.advanceClock?.(32 * DAY_MS);
  expect(await make(bookId)).toBe(1);
  const [old, next] = await statementsOf(bookId);
  expect(old).toEqual(settled[0]);
  expect(await lines()).toEqual(before);
  expect(next).toMatchObject({ status: 'draft', fen: -400, gross_fen: -4_000, line_count: 1 });
  expect(Number(next?.period)).toBeGreaterThan(Number(old?.period));
  await expect(fixture.query('update royalty_line set fen = 0 where statement_id = $1', [id])).rejects.toThrow('is issued');
  await expect(fixture.query('delete from royalty_entry where book_id = $1', [bookId])).rejects.toThrow('is issued');
});

test('a correction becomes a line of a later month, and the accounts still equal the ledger', async () => {
  const { bookId, id } = await fixture.aStatement('disputed');
  await replyToDisputeAs(fixture.shop.platform, OPERATOR, { id, body: '漏了一单，补给您。', adjustFen: 250 });
  fixture.shop.platform.advanceClock?.(32 * DAY_MS);
  expect(await make(bookId)).toBe(1);
  const next = (await statementsOf(bookId)).at(-1);
  expect(next).toMatchObject({ fen: 250, gross_fen: 0, line_count: 1 });
  await issueStatementsAs(fixture.shop.platform, OPERATOR, [next?.id ?? '']);
  const [sums] = await fixture.query(
    `select (select sum(gross_fen)::int from royalty_entry where book_id = $1) as gross,
       (select sum(publisher_fen)::int from royalty_entry where book_id = $1) as publisher,
       (select sum(fen)::int from royalty_statement where book_id = $1) as payees`,
    [bookId],
  );
  expect(sums).toEqual({ gross: 4_000, publisher: 3_350, payees: 650 });
});

test('a month that is not over has no statement, and a book without rates has none', async () => {
  const payee = await fixture.aUser();
  const [rated, unrated] = [await fixture.aRoyaltyBook(payee), await fixture.aRoyaltyBook(payee)];
  await fixture.aRate(rated, payee);
  await fixture.aSale(rated, 100, [], fixture.thisMonth() + 1);
  await fixture.aSale(unrated, 100);
  expect([await make(rated), await make(unrated)]).toEqual([0, 0]);
  const { message } = await fixture.post('/api/admin/royalty/make', await fixture.aUser('finance'), {});
  expect(message).toMatch(/结算单/);
});
