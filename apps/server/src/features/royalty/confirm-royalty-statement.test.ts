/** Tests the confirmation of statements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('confirmRoyaltyStatement', 'every user');
testIdempotency('confirmRoyaltyStatement', async ({ aStatement }) => {
  const { id, payee } = await aStatement('issued');
  return { as: payee, body: { id } };
});

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('a payee confirms an issued or disputed statement once, and finance is notified', async () => {
  for (const status of ['issued', 'disputed'] as const) {
    const { id, payee } = await fixture.aStatement(status);
    const confirm = (as = payee) => fixture.post('/api/author/royalty/confirm', as, { id });
    expect((await confirm(await fixture.aUser())).code).toBe('royalty.notFound');
    expect((await confirm()).payload).toMatchObject({ status: 'confirmed' });
    expect((await confirm()).code).toBe('royalty.stateChanged');
  }
  expect(await fixture.noticesOf(fixture.finance)).toEqual(['royaltyConfirmed', 'royaltyConfirmed']);
  expect(await fixture.noticesOf(fixture.otherFinance)).toEqual([]);
});
