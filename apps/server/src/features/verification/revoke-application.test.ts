/** Tests of revoking approvals. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { decideApplication } from './decide-application.ts';
import { revokeApplication } from './revoke-application.ts';
import { applicationOf, submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('revokeApplication', ['editor', 'admin'], 'platform');

testIdempotency('revokeApplication', async ({ aUser, anApplication, post }) => {
  const { id, submittedAt } = await anApplication();
  await post('/api/admin/application/decide', await aUser('editor'), { id, submittedAt, decision: 'approve' });
  return { as: await aUser('editor'), body: { id, reason: '材料有误' } };
});

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const revoke = (id: string) => resultOf(revokeApplication(fixture.deps, fixture.caller('editor'), { id, reason: '已离职' }));

it('the role ends with the approval, and the revocation is an audit event', async () => {
  const userId = await fixture.user();
  await submitTeacher(fixture, userId);
  const { id, submittedAt } = await applicationOf(fixture, userId);
  expect(await outcomeOf(revoke(id))).toBe('application.decided');
  await decideApplication(fixture.deps, fixture.caller('editor'), { id, submittedAt, decision: 'approve', reply: '', fieldReasons: {} });
  fixture.advance(1);
  expect(await revoke(id)).toMatchObject({ payload: { state: 'revoked', reply: '已离职' }, say: '已撤销' });
  expect(await fixture.rolesOf(userId)).toEqual(['reader']);
  expect((await fixture.auditEventsOf(id)).at(-1)).toEqual({ action: 'application.revoke', reason: '已离职' });
});

it('an unknown application is not found', async () => {
  expect(await outcomeOf(revoke('none'))).toBe('application.notFound');
});
