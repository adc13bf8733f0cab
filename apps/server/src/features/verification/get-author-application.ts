/** Returns the status of the caller's application as an author. */
import type { UseCase } from '../../platform/http/register.ts';
import { getAuthorStatus } from './application-status.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const getAuthorApplication: UseCase<'getAuthorApplication', VerificationDependencies> = (deps, { reader }) =>
  getAuthorStatus(deps, reader.userId);
