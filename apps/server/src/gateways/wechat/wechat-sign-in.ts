/**
 * Adapter for sign-in with WeChat by two applications. Inside WeChat it is the public account, because a phone cannot scan a QR code on its
 * own screen; elsewhere the website application. A code is valid only at the application that the user authorized.
 */
import type { ClientEnvironment } from '@shufang/contract';
import { type ProviderGateway, providerError } from '../identity/provider-gateway.ts';
import type { WechatAccountGateway, WechatGateway } from './wechat-gateway.ts';

interface WechatApps {
  /** The website application; undefined if it is not configured. */
  readonly website?: WechatGateway | undefined;
  /** The public account; undefined if it is not configured. */
  readonly account?: Pick<WechatAccountGateway, 'signInUrl' | 'findProfile'> | undefined;
}

const appIn = (environment: ClientEnvironment): keyof WechatApps => (environment === 'wechat' ? 'account' : 'website');

/** Returns the adapter; undefined if neither application is configured. */
export const createWechatSignIn = (apps: WechatApps): ProviderGateway | undefined => {
  const { website, account } = apps;
  if (website === undefined && account === undefined) return undefined;
  return {
    framedOrigin: website?.pageOrigin,
    isOfferedIn: (environment) => apps[appIn(environment)] !== undefined,
    begin: async ({ environment, state, returnUrl }) => {
      const app = appIn(environment);
      const attempt = { state, returnUrl };
      const page = app === 'account' ? account && { popupUrl: account.signInUrl(attempt) } : website?.pageUrls(attempt);
      if (page === undefined) throw providerError('account.providerOff', 'wechat');
      return { ...page, checkData: app };
    },
    findProfile: async (app, { code }) => {
      const gateway = app === 'account' ? account : website;
      if (gateway === undefined) throw providerError('account.providerOff', 'wechat');
      return gateway.findProfile(code);
    },
  };
};
