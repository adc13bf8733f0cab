/** Submits an application for teacher verification. Returns the status. Throws the errors of `submitApplication`. */
import type { UseCase } from '../../platform/http/register.ts';
import { getTeacherStatus } from './application-status.ts';
import { submitApplication } from './submit-application.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const submitAuthentication: UseCase<'submitAuthentication', VerificationDependencies> = async (deps, { reader }, input) => {
  await submitApplication(deps, reader.userId, 'teacher', input);
  const payload = await getTeacherStatus(deps, reader.userId);
  return { payload, say: payload.state === 'approved' ? '教师认证已通过' : '已提交，我们会尽快审核' };
};
