/** Creates a license, as a draft or in force. Throws `license.overlap`, `catalog.bookNotFound`, `request.invalid`. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { addLicense } from './add-license.ts';
import type { ManageLicensesDependencies } from './license-dependencies.ts';

export const createLicense: UseCase<'createLicense', ManageLicensesDependencies> = async (deps, caller, input) => ({
  payload: { license: await addLicense(deps, operatorOf(caller), input, caller.accessScope) },
  say: input.draft ? '已存为草稿' : '已登记',
});
