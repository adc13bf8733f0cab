/** Tests what finance sees of the royalties of a book. */
import type { getBookRoyalties, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('getBookRoyalties', ['finance', 'admin'], 'bookId:book');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('contributors with and without an account, rates, sources and receipts are returned', async () => {
  const payee = await fixture.aUser();
  const bookId = await fixture.aRoyaltyBook(payee);
  await fixture.query(`insert into book_contributor values ($1, 1, '陆砚', 'editor', '', null)`, [bookId]);
  const rateId = await fixture.aRate(bookId, payee, 700, '2026-01-01');
  await fixture.query(
    `insert into code_batch (id, book_id, purpose, count, printing, valid_from, created_at) values ($1, $2, 'sales', 10, '第一次印刷', 0, 0)`,
    [`batch${bookId}`, bookId],
  );
  const { payload } = await fixture.get<OutputOf<typeof getBookRoyalties>>(`/api/admin/royalty/book?bookId=${bookId}`, fixture.finance);
  expect(payload).toMatchObject({
    payees: [{ userId: payee.id, name: '苏墨', isContributor: true }],
    withoutAccount: ['陆砚'],
    rates: [{ id: rateId, rateBp: 700, validFrom: '2026-01-01' }],
    sources: [{ source: 'code', label: '第一次印刷' }],
    receipts: [],
  });
  expect(payload).not.toHaveProperty('settledUntil');
});
