/** Tests the removal of rates. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('removeRoyaltyRate', ['finance', 'admin'], 'bookId:book');
testIdempotency('removeRoyaltyRate', async ({ aUser, aRoyaltyBook, aRate }) => {
  const payee = await aUser();
  const bookId = await aRoyaltyBook(payee);
  return { as: await aUser('finance'), body: { bookId, id: await aRate(bookId, payee) } };
});

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('a rate is removed as long as no settled sale used it', async () => {
  const payee = await fixture.aUser();
  const bookId = await fixture.aRoyaltyBook(payee);
  const id = await fixture.aRate(bookId, payee);
  const remove = (body: object) => fixture.post('/api/admin/royalty/rate/remove', fixture.finance, body);
  expect((await remove({ bookId, id })).code).toBe('success');
  expect((await remove({ bookId, id })).code).toBe('royalty.rateNotFound');
  const settled = await fixture.aStatement('issued');
  const [row] = await fixture.query<{ id: string }>('select id from royalty_rate where book_id = $1', [settled.bookId]);
  expect((await remove({ bookId: settled.bookId, id: row?.id })).code).toBe('royalty.settled');
});
