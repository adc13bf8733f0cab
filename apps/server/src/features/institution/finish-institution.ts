/**
 * Finishes the sign-in attempt with the response of the identity provider. Throws `institution.signInOff`, `institution.signInFailed`,
 * `institution.notMember`, `institution.linkTaken`, `account.frozen`, `requestLogin`, `unavailable`.
 */
import type { UseCase } from '../../platform/http/register.ts';
import { finishExternalSignIn } from '../account/external-sign-in/external-sign-in.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { institutionSignIn } from './institution-sign-in.ts';

export const finishInstitution: UseCase<'finishInstitution', InstitutionDependencies> = async (deps, caller, input) => {
  const { identity, returnTo, ...result } = await finishExternalSignIn(deps.account, institutionSignIn(deps), caller, input);
  const { institution } = identity;
  if (result.outcome === 'newUser') return { outcome: 'newcomer', ticket: result.ticket, institution, returnTo };
  return { ...result, institution, returnTo };
};
