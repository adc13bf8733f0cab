/**
 * Links the provider's user of the sign-in ticket to the account of the phone number, creates the account if there is none, and signs in.
 * The sign-in ticket and the SMS code are used up together or not at all. Throws `account.providerFailed` for a sign-in ticket that is
 * unknown, used or expired, `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`, and `account.providerTaken` when the number
 * or the provider's user is linked to another.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { bindExternalIdentity } from './bind-external-identity.ts';
import { providerSignIn } from './provider-sign-in.ts';

export const bindProvider: UseCase<'bindProvider', Account> = (account, caller, { provider, ticket, tel, code, ifSignedInElsewhere }) =>
  bindExternalIdentity(account, providerSignIn(account, provider), caller, {
    ticket,
    phone: { tel, code },
    nicknameOf: ({ nickname }) => nickname,
    ifSignedInElsewhere,
  });
