/** Returns the status of the caller's teacher verification. */
import type { UseCase } from '../../platform/http/register.ts';
import { getTeacherStatus } from './application-status.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const getAuthentication: UseCase<'getAuthentication', VerificationDependencies> = (deps, { reader }) =>
  getTeacherStatus(deps, reader.userId);
