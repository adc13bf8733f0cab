/** Tests of the status of an application as an author. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { getAuthorApplication } from './get-author-application.ts';
import { submitAuthor } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('getAuthorApplication', 'every user');

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const FORM = {
  realName: '孔丘',
  institution: '曲阜大学',
  title: '教授',
  bookTitle: '论语讲义',
  about: '面向高中生的论语读本，已出版两种同类教材。',
};
const find = (userId: string) => payloadOf(getAuthorApplication(fixture.deps, fixture.caller(userId), {}));

it('the status is that of the caller’s own application, without ways of instant approval', async () => {
  const userId = await fixture.user();
  expect(await find(userId)).toMatchObject({ state: 'none', maySubmit: true, waysAtOnce: [], vouchers: [] });
  await submitAuthor(fixture, userId, { ...FORM, fileIds: [] });
  expect(await find(userId)).toMatchObject({ state: 'pending', form: FORM });
  expect((await find(await fixture.user())).state).toBe('none');
});
