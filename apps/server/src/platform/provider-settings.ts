/**
 * Settings of the providers by which every user can sign in. WeChat: website application, public account, and the local page that simulates
 * it in a demo. A part of `config.ts`.
 */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { optionalText, supplierUrl } from './setting-kinds.ts';

export const providerEnvironment = {
  WECHAT_APP_ID: optionalText,
  WECHAT_APP_SECRET: optionalText,
  WECHAT_AUTHORIZE_URL: supplierUrl('https://open.weixin.qq.com/connect/qrconnect'),
  WECHAT_API_URL: supplierUrl('https://api.weixin.qq.com'),
  /** Id of the public account (公众号) of pages opened inside WeChat. */
  WECHAT_MP_APP_ID: optionalText,
  WECHAT_MP_APP_SECRET: optionalText,
  WECHAT_MP_AUTHORIZE_URL: supplierUrl('https://open.weixin.qq.com/connect/oauth2/authorize'),
  /** Whether a local page simulates authorization inside WeChat; on by default in a demo without a public account. */
  WECHAT_LOCAL: z
    .enum(['0', '1'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === '1')),
};

/** Settings that are URLs of providers, which must use https in production. */
export const PROVIDER_URLS = [
  'WECHAT_AUTHORIZE_URL',
  'WECHAT_API_URL',
  'WECHAT_MP_AUTHORIZE_URL',
] as const satisfies readonly (keyof typeof providerEnvironment)[];

type Environment = z.output<z.ZodObject<typeof providerEnvironment>> & { readonly MODE: 'demo' | 'production' };

/** An application registered with WeChat, and the URL of WeChat's API. */
interface WechatApp {
  readonly appId: string;
  readonly appSecret: string;
  readonly authorizeUrl: string;
  readonly apiUrl: string;
}

export interface ProviderSettings {
  /** Website application of the sign-in with WeChat; if it is absent, users cannot sign in with WeChat. */
  readonly wechat: WechatApp | undefined;
  /** Public account for pages inside WeChat; if it is absent, there is no sign-in or payment inside WeChat. */
  readonly wechatAccount: WechatApp | undefined;
  /** Whether a local page simulates WeChat's authorization for browsers inside WeChat. */
  readonly wechatLocal: boolean;
}

const websiteApp = (env: Environment): WechatApp | undefined => {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret, WECHAT_AUTHORIZE_URL: authorizeUrl, WECHAT_API_URL: apiUrl } = env;
  if (appId === undefined && appSecret === undefined) return undefined;
  if (appId === undefined || appSecret === undefined) throw new ConfigError('微信登录须同时设置 WECHAT_APP_ID、WECHAT_APP_SECRET');
  return { appId, appSecret, authorizeUrl, apiUrl };
};

const publicAccount = (env: Environment): WechatApp | undefined => {
  const { WECHAT_MP_APP_ID: appId, WECHAT_MP_APP_SECRET: appSecret, WECHAT_MP_AUTHORIZE_URL: authorizeUrl } = env;
  if (appId === undefined && appSecret === undefined) return undefined;
  if (appId === undefined || appSecret === undefined) throw new ConfigError('公众号须同时设置 WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET');
  return { appId, appSecret, authorizeUrl, apiUrl: env.WECHAT_API_URL };
};

export const providerSettings = (env: Environment): ProviderSettings => {
  const wechatAccount = publicAccount(env);
  return {
    wechat: websiteApp(env),
    wechatAccount,
    wechatLocal: env.WECHAT_LOCAL ?? (env.MODE === 'demo' && wechatAccount === undefined),
  };
};
