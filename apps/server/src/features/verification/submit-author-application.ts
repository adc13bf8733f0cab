/** Submits an application as an author. Returns the status. Throws the errors of `submitApplication`. */
import type { UseCase } from '../../platform/http/register.ts';
import { getAuthorStatus } from './application-status.ts';
import { submitApplication } from './submit-application.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const submitAuthorApplication: UseCase<'submitAuthorApplication', VerificationDependencies> = async (deps, { reader }, input) => {
  await submitApplication(deps, reader.userId, 'author', input);
  return { payload: await getAuthorStatus(deps, reader.userId), say: '已提交，我们会尽快审核' };
};
