/** Refuses a former operation of the update check: always throws `release.callRetired`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';

export const getLastInstallPackage: UseCase<'getLastInstallPackage', unknown> = async () => {
  throw new CodedError('release.callRetired');
};
