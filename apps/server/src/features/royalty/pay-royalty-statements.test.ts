/** Tests the payment of statements. */
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('payRoyaltyStatements', ['finance', 'admin'], 'filtered');
testIdempotency('payRoyaltyStatements', async ({ aUser, aStatement }) => ({
  as: await aUser('finance'),
  body: { ids: [(await aStatement('confirmed')).id], paidOn: '2026-04-01', reference: '转账 20260401-1' },
}));

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

const pay = (ids: readonly string[], as = fixture.finance) =>
  fixture.post<{ changed: number }>('/api/admin/royalty/pay', as, { ids, paidOn: '2026-04-01', reference: '转账 1' });

test('confirmed statements are paid with a reference; others are not, and one of several refuses all', async () => {
  const confirmed = await fixture.aStatement('confirmed');
  const issued = await fixture.aStatement('issued');
  expect((await pay([confirmed.id, issued.id])).code).toBe('royalty.notConfirmed');
  expect((await pay([confirmed.id], fixture.otherFinance)).code).toBe('royalty.notFound');
  expect((await pay([confirmed.id])).payload).toEqual({ changed: 1 });
  expect(await fixture.query('select status, paid_on, payment_reference from royalty_statement where id = $1', [confirmed.id])).toEqual([
    { status: 'paid', paid_on: '2026-04-01', payment_reference: '转账 1' },
  ]);
  expect(await fixture.noticesOf(confirmed.payee)).toContain('royaltyPaid');
  expect((await pay([confirmed.id])).code).toBe('royalty.notConfirmed');
});

test('a statement without an objection in thirty days is paid, a disputed one is not', async () => {
  const [silent, disputed] = [await fixture.aStatement('issued'), await fixture.aStatement('disputed')];
  fixture.shop.platform.advanceClock?.(LIMITS.royaltySilenceDays * 86_400_000);
  // The session of the first finance user has expired meanwhile.
  const finance = await fixture.aUser('finance');
  expect((await pay([disputed.id], finance)).code).toBe('royalty.notConfirmed');
  expect((await pay([silent.id], finance)).payload).toEqual({ changed: 1 });
});
