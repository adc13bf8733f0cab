/** Tests of who may request a code for a mailbox of an institution; `authenticate-with-mail.test.ts` tests the sending itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { decideApplication } from './decide-application.ts';
import { revokeApplication } from './revoke-application.ts';
import { sendTeacherMailCode } from './send-teacher-mail-code.ts';
import { applicationOf, submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('sendTeacherMailCode', 'every user');
testIdempotency('sendTeacherMailCode', async ({ aUser, teaching }) => ({
  as: await aUser(),
  body: { address: `a@${await teaching.aDomain()}` },
}));

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const send = (userId: string) => sendTeacherMailCode(fixture.deps, fixture.caller(userId), { address: 'kong@mochi.example' });

it('a mailbox of no institution is refused', async () => {
  expect(await outcomeOf(send(await fixture.user()))).toBe('application.mailNotListed');
});

it('a verified teacher is refused, and after a revocation only an editor can approve again', async () => {
  const userId = await fixture.user();
  await submitTeacher(fixture, userId);
  const { id, submittedAt } = await applicationOf(fixture, userId);
  await decideApplication(fixture.deps, fixture.caller('editor'), { id, submittedAt, decision: 'approve', reply: '', fieldReasons: {} });
  expect(await outcomeOf(send(userId))).toBe('application.notOpen');
  await revokeApplication(fixture.deps, fixture.caller('editor'), { id, reason: '已离职' });
  expect(await outcomeOf(send(userId))).toBe('application.editorOnly');
});
