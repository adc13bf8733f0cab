/** Lists the institutions of the caller: the linked ones in the order of linking, then those whose lists contain the caller. */
import type { UseCase } from '../../platform/http/register.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { findInstitutionsOf } from './my-institutions.ts';

export const listMyInstitutions: UseCase<'listMyInstitutions', Pick<InstitutionDependencies, 'account'>> = async (deps, { reader }) => ({
  items: await findInstitutionsOf(deps, reader),
});
