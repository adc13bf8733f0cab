/**
 * Finds the profile of a WeChat user: for website applications by a QR code, and for public accounts inside WeChat.
 * https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html
 * https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
import { CodedError } from '@shufang/contract';
import { z } from 'zod';
import { PROVIDER_TIMEOUT_MS, providerError } from '../identity/provider-gateway.ts';
import type { WechatAccountGateway, WechatGateway, WechatProfile } from './wechat-gateway.ts';

export interface WechatSettings {
  readonly appId: string;
  readonly appSecret: string;
  /**
   * URL of the authorization page: `https://open.weixin.qq.com/connect/qrconnect`, or for a public account
   * `https://open.weixin.qq.com/connect/oauth2/authorize`.
   */
  readonly authorizeUrl: string;
  /** The origin of the API, `https://api.weixin.qq.com`. */
  readonly apiUrl: string;
  readonly timeoutMs?: number;
}

const failure = z.object({ errcode: z.number().int(), errmsg: z.string().optional() });
const access = z.object({
  access_token: z.string().min(1),
  openid: z.string().min(1),
  unionid: z.string().min(1).optional(),
  /** Whether the user is virtual (1): WeChat creates such a user for a page opened in preview mode. */
  is_snapshotuser: z.number().optional(),
});
const profile = z.object({ openid: z.string().min(1), nickname: z.string().default(''), unionid: z.string().min(1).optional() });

/**
 * Error codes caused by this sign-in attempt: code unknown, used or expired, openid unknown. Every other code is caused by our
 * configuration or by WeChat.
 */
const CODE_ERRORS = new Set([40_029, 40_163, 41_008, 42_003, 40_003]);

const refusal = (call: string, code: number | string, cause?: unknown): CodedError => {
  // The URL of the call is never logged: it contains the application's secret.
  const reason = new Error(`WeChat's ${call} failed: ${code}`, { cause });
  return typeof code === 'number' && CODE_ERRORS.has(code)
    ? providerError('account.providerFailed', 'wechat', reason)
    : new CodedError('unavailable', {}, { cause: reason });
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The response is not JSON. Undefined matches no schema, so the caller treats it as an invalid response.
    return undefined;
  }
};

/** Creates the API calls that both kinds of authorization page use. */
const createCalls = ({ appId, appSecret, apiUrl, timeoutMs = PROVIDER_TIMEOUT_MS }: WechatSettings) => {
  const ask = async <S extends z.ZodType>(call: string, params: Record<string, string>, schema: S): Promise<z.output<S>> => {
    const address = new URL(`sns/${call}`, `${apiUrl}/`);
    address.search = new URLSearchParams(params).toString();
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      .then(async (response) => ({ status: response.status, json: readJson(await response.text()) }))
      .catch((error: unknown) => {
        throw refusal(call, error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'unreachable', error);
      });
    const failed = failure.safeParse(response.json);
    if (failed.success && failed.data.errcode !== 0) throw refusal(call, failed.data.errcode);
    const read = schema.safeParse(response.json);
    if (response.status !== 200 || !read.success) throw refusal(call, `an answer that cannot be read, status ${response.status}`);
    return read.data;
  };
  const exchange = async (code: string): Promise<z.output<typeof access>> => {
    const granted = await ask('oauth2/access_token', { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }, access);
    if (granted.is_snapshotuser === 1) throw providerError('account.providerFailed', 'wechat', new Error('a simulated WeChat user'));
    return granted;
  };
  return {
    async findOpenid(code: string): Promise<string> {
      return (await exchange(code)).openid;
    },
    async findProfile(code: string): Promise<WechatProfile> {
      const granted = await exchange(code);
      const { access_token: token, openid } = granted;
      const profileData = await ask('userinfo', { access_token: token, openid, lang: 'zh_CN' }, profile);
      return { subject: profileData.unionid ?? granted.unionid ?? openid, nickname: profileData.nickname };
    },
  };
};

/** Returns the URL of an authorization page, with the parameters in the order of WeChat's documentation. */
const pageAddress = ({ appId, authorizeUrl }: WechatSettings, scope: string, attempt: { state: string; returnUrl: string }): string => {
  const params = { appid: appId, redirect_uri: attempt.returnUrl, response_type: 'code', scope, state: attempt.state };
  return `${authorizeUrl}?${new URLSearchParams(params).toString()}`;
};

export const createWechatAccountApi = (settings: WechatSettings): WechatAccountGateway => ({
  ...createCalls(settings),
  signInUrl: (attempt) => `${pageAddress(settings, 'snsapi_userinfo', attempt)}#wechat_redirect`,
  payerUrl: (attempt) => `${pageAddress(settings, 'snsapi_base', attempt)}#wechat_redirect`,
});

export const createWechatApi = (settings: WechatSettings): WechatGateway => {
  const { findProfile } = createCalls(settings);
  return {
    pageOrigin: new URL(settings.authorizeUrl).origin,
    pageUrls(attempt) {
      const page = pageAddress(settings, 'snsapi_login', attempt);
      // The return URL is opened in the whole page and not in the frame, as by WeChat's script for an embedded QR code.
      return { popupUrl: `${page}#wechat_redirect`, embedUrl: `${page}&login_type=jssdk&self_redirect=default#wechat_redirect` };
    },
    findProfile,
  };
};
