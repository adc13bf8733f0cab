/**
 * Adapter for sign-in with WeChat (see `external-sign-in.ts`): chooses the WeChat application for the browser, reads the user's profile,
 * and links the WeChat user to an account.
 */
import { CodedError, clientEnvironmentOf, LIMITS } from '@shufang/contract';
import type { WechatProfile } from '../../../gateways/wechat/wechat-gateway.ts';
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

type WechatApps = Pick<Account, 'wechat' | 'wechatAccount'>;

/**
 * Returns the WeChat application for this browser: inside WeChat the public account, because a phone cannot scan a QR code on its own
 * screen; elsewhere the website application. Returns undefined when it is not configured.
 */
export const wechatAppIn = ({ wechat, wechatAccount }: WechatApps, userAgent: string): ProviderSignInAttempt['app'] | undefined => {
  if (clientEnvironmentOf(userAgent) === 'wechat') return wechatAccount && 'account';
  return wechat && 'website';
};

/** Returns the URLs of WeChat's authorization page. Throws `account.wechatOff` when the WeChat application is not configured. */
export const pageUrlsOf = (
  { wechat, wechatAccount }: WechatApps,
  app: ProviderSignInAttempt['app'],
  attempt: { state: string; returnUrl: string },
): { embedUrl?: string; popupUrl: string } => {
  const urls = app === 'account' ? wechatAccount && { popupUrl: wechatAccount.signInUrl(attempt) } : wechat?.pageUrls(attempt);
  if (urls === undefined) throw new CodedError('account.wechatOff');
  return urls;
};

const findProfile = async (account: Account, app: ProviderSignInAttempt['app'], code: string): Promise<WechatProfile> => {
  const gateway = app === 'account' ? account.wechatAccount : account.wechat;
  if (gateway === undefined) throw new CodedError('account.wechatOff');
  return gateway.findProfile(code).catch((error: unknown) => {
    if (error instanceof CodedError && error.code === 'unavailable')
      account.log.error({ err: error }, 'WeChat did not return the profile of a user');
    throw error;
  });
};

export const providerSignIn = (account: Account): ExternalSignIn<ProviderSignInAttempt, { readonly code: string }, WechatProfile> => ({
  failedCode: 'account.wechatFailed',
  takenCode: 'account.wechatTaken',
  lifetimeMs: LIMITS.authorizationLifetimeMs,
  ticketPurpose: 'wechat ticket',
  takeAttempt: takeProviderAttempt,
  identify: async ({ app }, { code }) => {
    const { subject, nickname } = await findProfile(account, app, code);
    return { subject, nickname: providerNickname(nickname) };
  },
  findUser: (db, { subject }) => findUserByProvider(db, subject),
  link: (db, { subject }, userId, createdAt) => linkProvider(db, { userId, subject, createdAt }),
  insertTicket: (db, ticket, { subject, nickname }, nowMs) => insertProviderTicket(db, { ...ticket, subject, nickname }, nowMs),
  findTicket: findProviderTicket,
  useTicket: useProviderTicket,
});
