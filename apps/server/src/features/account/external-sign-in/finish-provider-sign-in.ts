/**
 * Finishes the sign-in attempt with the provider's response. Throws `account.providerOff`, `account.providerFailed`,
 * `account.providerTaken`, `account.frozen`, `unavailable`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { finishExternalSignIn } from './external-sign-in.ts';
import { gatewayOf, providerSignIn } from './provider-sign-in.ts';

export const finishProviderSignIn: UseCase<'finishProviderSignIn', Account> = async (account, caller, { provider, ...input }) => {
  gatewayOf(account, provider);
  const { identity, returnTo, ...result } = await finishExternalSignIn(account, providerSignIn(account, provider), caller, input);
  if (result.outcome === 'newUser') return { outcome: 'needsPhone', ticket: result.ticket, nickname: identity.nickname, returnTo };
  return { ...result, returnTo };
};
