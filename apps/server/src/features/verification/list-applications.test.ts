/** Tests of the list of applications for editors. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { listApplications } from './list-applications.ts';
import { submitAuthor, submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('listApplications', ['editor', 'admin'], 'platform');

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
const list = (input: Partial<Parameters<typeof listApplications>[2]>) =>
  payloadOf(listApplications(fixture.deps, fixture.caller('editor'), { state: 'pending', limit: 20, ...input }));

it('pending applications are listed oldest first, page by page, with applicants and statements of institutions', async () => {
  const [teacher, author] = [await fixture.user(), await fixture.user()];
  fixture.statements.set(teacher, [{ via: 'roster', institution: '曲阜大学', kind: 'teacher', name: '孔某', byPhone: true }]);
  await submitTeacher(fixture, teacher);
  fixture.advance(1);
  await submitAuthor(fixture, author, { ...FORM, fileIds: [] });
  const first = await list({ limit: 1 });
  expect(first).toMatchObject({
    items: [
      { kind: 'teacher', applicant: { userId: teacher, tel: '136****0000' }, affiliations: [{ institution: '曲阜大学', fitsName: false }] },
    ],
    counts: { pending: 2, approved: 0 },
  });
  const second = await list({ limit: 1, cursor: first.nextCursor });
  expect(second.items.map(({ applicant }) => applicant.userId)).toEqual([author]);
  expect(second).not.toHaveProperty('nextCursor');
  expect((await list({ kind: 'author' })).items.map(({ kind }) => kind)).toEqual(['author']);
});

it('an invalid cursor is refused', async () => {
  expect(await outcomeOf(list({ cursor: 'x' }))).toBe('request.invalid');
});
