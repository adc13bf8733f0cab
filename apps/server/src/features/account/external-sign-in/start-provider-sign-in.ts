/**
 * Starts a sign-in attempt, which is valid once, for ten minutes, in the browser that holds the proof. It links the provider's user to a
 * signed-in caller and signs an anonymous user in. Throws `account.providerOff`, `request.tooMany`, `unavailable`.
 */
import { clientEnvironmentOf, SIGN_IN_RETURN_PATH, signInProviders } from '@shufang/contract';
import { providerError } from '../../../gateways/identity/provider-gateway.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { takeProviderBudget } from '../budgets.ts';
import { allowanceOf } from '../devices/known-devices.ts';
import { newSignInAttempt } from './external-sign-in.ts';
import { gatewayOf, providerSignIn } from './provider-sign-in.ts';
import { insertProviderAttempt } from './provider-store.ts';

export const startProviderSignIn: UseCase<'startProviderSignIn', Account> = async (account, caller, { provider, proofHash, returnTo }) => {
  const gateway = gatewayOf(account, provider);
  const environment = clientEnvironmentOf(caller.userAgent);
  if (!gateway.isOfferedIn(environment)) throw providerError('account.providerOff', provider);
  await takeProviderBudget(account.limiter, allowanceOf(account, caller));
  const nowMs = account.clock.now();
  const userId = caller.reader?.userId;
  const { statePrefix } = signInProviders[provider];
  const attempt = newSignInAttempt(providerSignIn(account, provider), { proofHash, returnTo, userId }, nowMs, statePrefix);
  const { state, expiresAt } = attempt;
  const { checkData, ...page } = await gateway.begin({ state, returnUrl: caller.appOrigin + SIGN_IN_RETURN_PATH, environment });
  await insertProviderAttempt(account.db.orm, { ...attempt, provider, checkData }, nowMs);
  return { ...page, expiresAt };
};
