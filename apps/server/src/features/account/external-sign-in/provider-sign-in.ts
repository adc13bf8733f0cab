/** The part of the external sign-in (`external-sign-in.ts`) that is the same for all providers: attempts, tickets and linked accounts. */
import { CodedError, LIMITS, type SignInProvider } from '@shufang/contract';
import { type ProviderGateway, type ProviderProfile, providerError } from '../../../gateways/identity/provider-gateway.ts';
import type { Account } from '../account.ts';
import type { ExternalSignIn } from './external-sign-in.ts';
import { providerNickname } from './provider-nickname.ts';
import {
  findProviderTicket,
  findUserByProvider,
  insertProviderTicket,
  linkProvider,
  type ProviderSignInAttempt,
  takeProviderAttempt,
  useProviderTicket,
} from './provider-store.ts';

/** Returns the adapter of the provider. Throws `account.providerOff`. */
export const gatewayOf = ({ providers }: Pick<Account, 'providers'>, provider: SignInProvider): ProviderGateway => {
  const gateway = providers[provider];
  if (gateway === undefined) throw providerError('account.providerOff', provider);
  return gateway;
};

interface ProviderResponse {
  readonly code: string;
  readonly state: string;
}

const identify = async (
  account: Account,
  { provider, checkData }: ProviderSignInAttempt,
  { code, state }: ProviderResponse,
): Promise<ProviderProfile> => {
  const profile = await gatewayOf(account, provider)
    .findProfile(checkData, { code, state })
    .catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'unavailable')
        account.log.error({ err: error, provider }, 'a sign-in provider did not return the profile of a user');
      throw error;
    });
  return { subject: profile.subject, nickname: providerNickname(profile.nickname) };
};

export const providerSignIn = (
  account: Account,
  provider: SignInProvider,
): ExternalSignIn<ProviderSignInAttempt, ProviderResponse, ProviderProfile> => ({
  failed: () => providerError('account.providerFailed', provider),
  taken: () => providerError('account.providerTaken', provider),
  lifetimeMs: LIMITS.authorizationLifetimeMs,
  ticketPurpose: 'provider ticket',
  takeAttempt: (db, state) => takeProviderAttempt(db, provider, state),
  identify: (attempt, response) => identify(account, attempt, response),
  findUser: (db, { subject }) => findUserByProvider(db, { provider, subject }),
  link: (db, { subject }, userId, createdAt) => linkProvider(db, { provider, userId, subject, createdAt }),
  insertTicket: (db, ticket, { subject, nickname }, nowMs) => insertProviderTicket(db, { ...ticket, provider, subject, nickname }, nowMs),
  findTicket: (db, ticketHash, nowMs) => findProviderTicket(db, { provider, ticketHash }, nowMs),
  useTicket: useProviderTicket,
});
