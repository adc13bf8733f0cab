/** Functions that submit and find applications, for tests of the verification slice. */
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { listApplications } from '../list-applications.ts';
import { submitAuthentication } from '../submit-authentication.ts';
import { submitAuthorApplication } from '../submit-author-application.ts';
import { TEACHER_FORM, type VerificationFixture } from './verification-fixture.ts';

export const submitTeacher = (fixture: VerificationFixture, userId: string, fileIds = [fixture.file(userId)]) =>
  payloadOf(submitAuthentication(fixture.deps, fixture.caller(userId), { ...TEACHER_FORM, fileIds }));

export const submitAuthor = (fixture: VerificationFixture, userId: string, form: Parameters<typeof submitAuthorApplication>[2]) =>
  payloadOf(submitAuthorApplication(fixture.deps, fixture.caller(userId), form));

/** Returns the pending application of the user, as editors see it. */
export const applicationOf = async (fixture: VerificationFixture, userId: string) => {
  const { items } = await payloadOf(listApplications(fixture.deps, fixture.caller('editor'), { state: 'pending', limit: 100 }));
  const found = items.find(({ applicant }) => applicant.userId === userId);
  if (found === undefined) throw new Error(`user ${userId} has no pending application`);
  return found;
};
