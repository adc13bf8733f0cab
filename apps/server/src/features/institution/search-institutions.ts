/** Searches institutions that offer sign-in now. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { type InstitutionDependencies, signInMethodsOf } from './institution-dependencies.ts';
import { searchReady } from './settings-store.ts';

export const searchInstitutions: UseCase<'searchInstitutions', InstitutionDependencies> = async (deps, _caller, { q }) => {
  const limit = LIMITS.institutionsShown;
  const found = await searchReady(deps.account.db.orm, { q, methods: signInMethodsOf(deps), limit: limit + 1 });
  return { items: found.slice(0, limit), more: found.length > limit, discovery: deps.federation?.discoveryUrl !== undefined };
};
