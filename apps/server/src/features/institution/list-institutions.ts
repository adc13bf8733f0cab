/** Lists institutions by name, for administrators. */
import type { UseCase } from '../../platform/http/register.ts';
import { findAdminInstitutions } from './admin-institutions.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';

export const listInstitutions: UseCase<'listInstitutions', InstitutionDependencies> = (deps, { accessScope }, input) =>
  findAdminInstitutions(deps, input, accessScope);
