/**
 * WeChat's sign-in for website applications:
 * https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html
 */
import { CodedError } from '@shufang/contract';
import { z } from 'zod';
import type { WechatGateway, WechatPerson } from './wechat-gateway.ts';

export interface WechatSettings {
  readonly appId: string;
  readonly appSecret: string;
  /** `https://open.weixin.qq.com/connect/qrconnect`. */
  readonly authorizeUrl: string;
  /** `https://api.weixin.qq.com`. */
  readonly apiUrl: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;

const failure = z.object({ errcode: z.number().int(), errmsg: z.string().optional() });
const access = z.object({ access_token: z.string().min(1), openid: z.string().min(1), unionid: z.string().min(1).optional() });
const profile = z.object({ openid: z.string().min(1), nickname: z.string().default(''), unionid: z.string().min(1).optional() });

/** Codes that say something about this one walk: code unknown, used or expired, openid unknown. Every other is about us or about WeChat. */
const WALK_FAULTS = new Set([40_029, 40_163, 41_008, 42_003, 40_003]);

const refusal = (call: string, code: number | string, cause?: unknown): CodedError => {
  // Never the address of the call: it carries the secret of the application.
  const reason = new Error(`WeChat's ${call} failed: ${code}`, { cause });
  return new CodedError(typeof code === 'number' && WALK_FAULTS.has(code) ? 'account.wechatFailed' : 'unavailable', {}, { cause: reason });
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // An answer that is no JSON fits no schema.
    return undefined;
  }
};

export const createWechatApi = (settings: WechatSettings): WechatGateway => {
  const { appId, appSecret, authorizeUrl, apiUrl, timeoutMs = TIMEOUT_MS } = settings;

  const ask = async <S extends z.ZodType>(call: string, params: Record<string, string>, schema: S): Promise<z.output<S>> => {
    const address = new URL(`sns/${call}`, `${apiUrl}/`);
    address.search = new URLSearchParams(params).toString();
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      .then(async (response) => ({ status: response.status, json: readJson(await response.text()) }))
      .catch((error: unknown) => {
        throw refusal(call, error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'unreachable', error);
      });
    const failed = failure.safeParse(answer.json);
    if (failed.success && failed.data.errcode !== 0) throw refusal(call, failed.data.errcode);
    const read = schema.safeParse(answer.json);
    if (answer.status !== 200 || !read.success) throw refusal(call, `an answer that cannot be read, status ${answer.status}`);
    return read.data;
  };

  return {
    pageOrigin: new URL(authorizeUrl).origin,
    pageUrls({ state, returnUrl }) {
      // In the order of WeChat's documentation, and with its mark at the end.
      const params = { appid: appId, redirect_uri: returnUrl, response_type: 'code', scope: 'snsapi_login', state };
      const page = `${authorizeUrl}?${new URLSearchParams(params).toString()}`;
      // What WeChat's own script for a QR code in a page asks for: the whole page goes to the return address, not the frame.
      return { popupUrl: `${page}#wechat_redirect`, embedUrl: `${page}&login_type=jssdk&self_redirect=default#wechat_redirect` };
    },
    async findPerson(code): Promise<WechatPerson> {
      const granted = await ask('oauth2/access_token', { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }, access);
      const { access_token: token, openid } = granted;
      const person = await ask('userinfo', { access_token: token, openid, lang: 'zh_CN' }, profile);
      return { subject: person.unionid ?? granted.unionid ?? openid, nickname: person.nickname };
    },
  };
};
