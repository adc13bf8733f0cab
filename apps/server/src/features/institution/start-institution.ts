/**
 * Starts a sign-in attempt, which is valid once, for ten minutes, in the browser that holds its random text (the proof). With `bind` it
 * links the institution to the caller, otherwise it signs a user in. Throws `institution.notFound`, `institution.signInOff`,
 * `requestLogin`, `request.tooMany`, `unavailable`.
 */
import { CodedError, INSTITUTION_STATE, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { takeInstitutionBudget } from '../account/budgets.ts';
import { allowanceOf } from '../account/devices/known-devices.ts';
import { newSignInAttempt } from '../account/external-sign-in/external-sign-in.ts';
import { type InstitutionDependencies, identityProviderOf } from './institution-dependencies.ts';
import { discoveryUrl, institutionSignIn } from './institution-sign-in.ts';
import { findInstitution } from './settings-store.ts';
import { insertSignInAttempt } from './sign-in-attempt-store.ts';

export const startInstitution: UseCase<'startInstitution', InstitutionDependencies> = async (deps, caller, input) => {
  const { db, clock, limiter } = deps.account;
  const { institutionId, proofHash, returnTo, bind } = input;
  if (bind && caller.reader === undefined) throw new CodedError('requestLogin');
  await takeInstitutionBudget(limiter, allowanceOf(deps.account, caller));
  const now = clock.now();
  const userId = bind ? caller.reader?.userId : undefined;
  const attempt = newSignInAttempt(institutionSignIn(deps), { proofHash, returnTo, userId }, now, INSTITUTION_STATE);
  const { state, expiresAt } = attempt;
  const returnUrl = caller.appOrigin + SIGN_IN_RETURN_PATH;
  const record = institutionId === undefined ? undefined : await findInstitution(db.orm, institutionId);
  if (institutionId !== undefined && record === undefined) throw new CodedError('institution.notFound');
  const { url, checkData } =
    record === undefined
      ? { url: discoveryUrl(deps, state), checkData: '' }
      : await identityProviderOf(deps, record).begin({ state, returnUrl });
  await insertSignInAttempt(db.orm, { ...attempt, institutionId: institutionId ?? null, returnUrl, checkData }, now);
  return { url, state, expiresAt };
};
