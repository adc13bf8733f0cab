/** Tests of approving and rejecting batches of codes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { decideCodeBatch } from './decide-code-batch.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('decideCodeBatch', ['finance', 'admin'], 'batchId:codeBatch');
testIdempotency('decideCodeBatch', async ({ aUser, aBatch }) => ({
  as: await aUser('finance'),
  body: { batchId: await aBatch(), approve: true },
}));

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const decide = (batchId: string, approve: boolean, operator: 'editor' | 'finance' = 'finance') =>
  resultOf(decideCodeBatch(fixture.deps, fixture.operator(operator), { batchId, approve, reply: approve ? '' : '数量过多' }));
const codesOf = async (batchId: string) =>
  (await fixture.query<{ n: number }>('select count(*)::int as n from activation_code where batch_id = $1', [batchId]))[0]?.n;

it('an approval creates the codes, once', async () => {
  const batchId = await fixture.request(await fixture.book(), 3);
  expect(await decide(batchId, true)).toMatchObject({
    payload: { batch: { state: 'approved', mine: false } },
    say: '已通过，激活码已生成',
  });
  expect(await codesOf(batchId)).toBe(3);
  expect(await outcomeOf(decide(batchId, true))).toBe('activationCode.batchState');
  expect((await fixture.auditEventsOf(batchId)).map(({ action }) => action)).toEqual(['codes.request', 'codes.approve']);
});

it('a rejection creates no codes and has a reason', async () => {
  const batchId = await fixture.request(await fixture.book());
  expect(await decide(batchId, false)).toMatchObject({ payload: { batch: { state: 'rejected', reply: '数量过多' } }, say: '已退回' });
  expect(await codesOf(batchId)).toBe(0);
  expect((await fixture.auditEventsOf(batchId)).at(-1)).toEqual({ action: 'codes.reject', operator_id: 'finance', reason: '数量过多' });
});

it('the operator who requested a batch cannot decide it, and an unknown batch is not found', async () => {
  const batchId = await fixture.request(await fixture.book());
  expect(await outcomeOf(decide(batchId, true, 'editor'))).toBe('activationCode.batchSamePerson');
  expect(await outcomeOf(decide('none', true))).toBe('activationCode.batchNotFound');
});
