/** Tests of voiding codes of a batch. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { redeemActivationCode } from './redeem-activation-code.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';
import { voidCodes } from './void-codes.ts';

testAccess('voidCodes', ['finance', 'admin'], 'batchId:codeBatch');

testIdempotency('voidCodes', async ({ aUser, aBatch, post }) => {
  const batchId = await aBatch();
  await post('/api/admin/code/batch/decide', await aUser('finance'), { batchId, approve: true });
  return { as: await aUser('finance'), body: { batchId, from: 1, to: 2, reason: '错发' } };
});

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const voidRange = (batchId: string, from?: number, to?: number, bound = false) =>
  resultOf(voidCodes(fixture.deps, fixture.operator('finance'), { batchId, from, to, bound, reason: '印错' }));

it('a range of codes is voided, bound ones only on request, each time as an audit event', async () => {
  const bookId = await fixture.book();
  const { batchId, codes } = await fixture.exported(bookId, 3);
  const userId = await fixture.user();
  await redeemActivationCode(fixture.deps, fixture.reader(userId), { code: codes[0] ?? '' });
  expect(await voidRange(batchId, 1, 2)).toMatchObject({ payload: { voided: 1, batch: { codes: { bound: 1, void: 1, free: 1 } } } });
  expect((await voidRange(batchId, 1, 2, true)).say).toBe('已作废 1 个激活码');
  expect(await fixture.query('select status from entitlement where user_id = $1', [userId])).toEqual([{ status: 'revoked' }]);
  expect((await fixture.auditEventsOf(batchId)).filter(({ action }) => action === 'codes.void')).toHaveLength(2);
});

it('voiding without a range closes the batch; a batch without codes is refused', async () => {
  const { batchId } = await fixture.exported(await fixture.book());
  expect((await voidRange(batchId)).payload.batch.state).toBe('void');
  expect(await outcomeOf(voidRange(batchId))).toBe('activationCode.batchState');
  expect(await outcomeOf(voidRange(await fixture.request(await fixture.book())))).toBe('activationCode.batchState');
  expect(await outcomeOf(voidRange('none'))).toBe('activationCode.batchNotFound');
});
