/** Registers the institution operations. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { bindInstitution } from './bind-institution.ts';
import { finishInstitution } from './finish-institution.ts';
import { importInstitutionMembers } from './import-institution-members.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { joinInstitution } from './join-institution.ts';
import { listInstitutionMembers } from './list-institution-members.ts';
import { listInstitutions } from './list-institutions.ts';
import { listMyInstitutions } from './list-my-institutions.ts';
import { removeInstitutionMembers } from './remove-institution-members.ts';
import { saveInstitution } from './save-institution.ts';
import { searchInstitutions } from './search-institutions.ts';
import { startInstitution } from './start-institution.ts';
import { unbindInstitution } from './unbind-institution.ts';

export const registerInstitutionRoutes = (router: Router, dependencies: InstitutionDependencies): void =>
  register(router, dependencies, {
    searchInstitutions,
    startInstitution,
    finishInstitution,
    bindInstitution,
    listMyInstitutions,
    unbindInstitution,
    joinInstitution,
    listInstitutions,
    saveInstitution,
    listInstitutionMembers,
    importInstitutionMembers,
    removeInstitutionMembers,
  });
