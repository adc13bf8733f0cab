/**
 * Links the institution user of the sign-in ticket to the account of the phone number (creating the account if there is none), or to a new
 * account without a number, and signs in with the institution's right. Throws `institution.signInFailed` for a sign-in ticket that is
 * unknown, used or expired, `account.consentOutdated`, `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`,
 * `institution.linkTaken`.
 */
import { CodedError, TERMS_VERSION } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { bindExternalIdentity } from '../account/external-sign-in/bind-external-identity.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { institutionSignIn } from './institution-sign-in.ts';

/** Maximum number of characters that the institution's name has in a nickname; a suffix is added to it. */
const NAME_CHARS = 26;

const nicknameAt = (institution: string): string => `${[...institution].slice(0, NAME_CHARS).join('')}读者`;

export const bindInstitution: UseCase<'bindInstitution', InstitutionDependencies> = async (deps, caller, input) => {
  const { ticket, terms, tel, code, ifSignedInElsewhere } = input;
  if (terms !== TERMS_VERSION) throw new CodedError('account.consentOutdated');
  const phone = tel === undefined || code === undefined ? undefined : { tel, code };
  return bindExternalIdentity(deps.account, institutionSignIn(deps), caller, {
    ticket,
    phone,
    nicknameOf: ({ institution }) => (phone === undefined ? nicknameAt(institution) : ''),
    ifSignedInElsewhere,
  });
};
