/** Tests of the status of a teacher verification, as the applicant sees it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { getAuthentication } from './get-authentication.ts';
import { submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, TEACHER_FORM, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('getAuthentication', 'every user');

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const find = (userId: string) => payloadOf(getAuthentication(fixture.deps, fixture.caller(userId), {}));

it('a user without an application can submit one, with the institutions that confirm them', async () => {
  const userId = await fixture.user();
  expect(await find(userId)).toMatchObject({
    state: 'none',
    maySubmit: true,
    proofs: [],
    vouchers: [],
    waysAtOnce: ['code'],
    reviewDays: 3,
  });
  fixture.statements.set(userId, [{ via: 'roster', institution: '曲阜大学', kind: 'teacher', name: '孔丘', byPhone: true }]);
  expect((await find(userId)).vouchers).toEqual([{ institution: '曲阜大学', via: 'roster' }]);
});

it('a pending application is returned with its form and proofs', async () => {
  const userId = await fixture.user();
  const proof = fixture.file(userId);
  await submitTeacher(fixture, userId, [proof]);
  expect(await find(userId)).toMatchObject({ state: 'pending', form: TEACHER_FORM, proofs: [{ id: proof }] });
  expect(await find(await fixture.user())).toMatchObject({ state: 'none' });
});
