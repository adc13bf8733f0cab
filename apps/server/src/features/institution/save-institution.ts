/** Creates or changes an institution. Throws as `putInstitutionSettings`. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { putInstitutionSettings } from './institution-settings.ts';

export const saveInstitution: UseCase<'saveInstitution', InstitutionDependencies> = async (deps, caller, input) => ({
  payload: { institution: await putInstitutionSettings(deps, operatorOf(caller), input) },
  say: '已保存',
});
