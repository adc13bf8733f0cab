/** Tests objections to statements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('disputeRoyaltyStatement', 'every user');
testIdempotency('disputeRoyaltyStatement', async ({ aStatement }) => {
  const { id, payee } = await aStatement('issued');
  return { as: payee, body: { id, body: '少了一单。' } };
});

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('an objection to a line starts a thread that both sides go on with', async () => {
  const { id, payee } = await fixture.aStatement('issued');
  const dispute = (more: object = {}, as = payee) =>
    fixture.post('/api/author/royalty/dispute', as, { id, body: '这一单的金额不对。', ...more });
  expect((await dispute({ lineNo: 9 })).code).toBe('royalty.notFound');
  expect((await dispute({}, await fixture.aUser())).code).toBe('royalty.notFound');
  expect((await dispute({ lineNo: 1 })).payload).toMatchObject({ from: 'payee', lineNo: 1 });
  expect(await fixture.noticesOf(fixture.finance)).toEqual(['royaltyDisputed']);
  await fixture.post('/api/admin/royalty/reply', fixture.finance, { id, body: '请看订单。' });
  await dispute({ body: '看到了。' });
  const { payload } = await fixture.get<{ messages: { from: string }[]; statement: { status: string } }>(
    `/api/author/royalty/get?id=${id}`,
    payee,
  );
  expect(payload?.messages.map(({ from }) => from)).toEqual(['payee', 'finance', 'payee']);
  expect(payload?.statement.status).toBe('disputed');
  await fixture.post('/api/author/royalty/confirm', payee, { id });
  expect((await dispute()).code).toBe('royalty.stateChanged');
});
