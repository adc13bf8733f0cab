/** Tests of approving and rejecting applications. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { decideApplication } from './decide-application.ts';
import { applicationOf, submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('decideApplication', ['editor', 'admin'], 'platform');
testIdempotency('decideApplication', async ({ aUser, anApplication }) => ({
  as: await aUser('editor'),
  body: { ...(await anApplication()), decision: 'approve' },
}));

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const submitted = async () => {
  const userId = await fixture.user();
  await submitTeacher(fixture, userId);
  const { id, submittedAt } = await applicationOf(fixture, userId);
  return { userId, id, submittedAt };
};
const decide = (id: string, submittedAt: number, decision: 'approve' | 'reject', reply = '') =>
  resultOf(decideApplication(fixture.deps, fixture.caller('editor'), { id, submittedAt, decision, reply, fieldReasons: {} }));

it('an approval grants the role, is an audit event, and notifies the user', async () => {
  const { userId, id, submittedAt } = await submitted();
  expect(await decide(id, submittedAt, 'approve', '材料齐全')).toMatchObject({ payload: { id, state: 'approved' }, say: '已通过' });
  expect(await fixture.rolesOf(userId)).toEqual(['reader', 'teacher']);
  expect(await fixture.auditEventsOf(id)).toEqual([{ action: 'application.approve', reason: '材料齐全' }]);
  expect(fixture.published).toContain(`account:${userId}:roles`);
});

it('a rejection grants nothing and is an audit event with its reason', async () => {
  const { userId, id, submittedAt } = await submitted();
  expect(await decide(id, submittedAt, 'reject', '材料不足')).toMatchObject({
    payload: { state: 'rejected', reply: '材料不足' },
    say: '已驳回',
  });
  expect(await fixture.rolesOf(userId)).toEqual(['reader']);
  expect(await fixture.auditEventsOf(id)).toEqual([{ action: 'application.reject', reason: '材料不足' }]);
});

it('a decision on an earlier version, on a decided application or on an unknown one is refused', async () => {
  const { id, submittedAt } = await submitted();
  expect(await outcomeOf(decide(id, submittedAt - 1, 'approve'))).toBe('application.changed');
  await decide(id, submittedAt, 'approve');
  expect(await outcomeOf(decide(id, submittedAt, 'reject', '材料不足'))).toBe('application.decided');
  expect(await outcomeOf(decide('none', submittedAt, 'approve'))).toBe('application.notFound');
});
