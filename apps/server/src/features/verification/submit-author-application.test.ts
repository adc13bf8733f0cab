/** Tests of applying as an author. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { submitAuthorApplication } from './submit-author-application.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('submitAuthorApplication', 'every user');

testIdempotency('submitAuthorApplication', async ({ aUser }) => {
  const about = '给本科生的选读本，附注释与今译，约二十万字。';
  return {
    as: await aUser(),
    body: { realName: '孔丘', institution: '曲阜大学', title: '教授', bookTitle: '诗经选读', about, fileIds: [] },
  };
});

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
const submit = (userId: string, fileIds: string[] = []) =>
  resultOf(submitAuthorApplication(fixture.deps, fixture.caller(userId), { ...FORM, fileIds }));

it('an application without proofs waits for an editor, and the pages of the user are updated', async () => {
  const userId = await fixture.user();
  expect(await submit(userId)).toMatchObject({ payload: { state: 'pending', form: FORM }, say: '已提交，我们会尽快审核' });
  expect(fixture.published).toContain(`account:${userId}:roles`);
});

it('a changed application replaces the pending one', async () => {
  const userId = await fixture.user();
  await submit(userId);
  fixture.advance(1);
  const proof = fixture.file(userId);
  expect((await submit(userId, [proof])).payload.proofs).toMatchObject([{ id: proof }]);
  expect(await fixture.query('select kind from application where user_id = $1', [userId])).toEqual([{ kind: 'author' }]);
});

it('files of other users are refused', async () => {
  const [userId, other] = [await fixture.user(), await fixture.user()];
  expect(await outcomeOf(submit(userId, [fixture.file(other)]))).toBe('file.notFound');
});
