/**
 * Simulates WeChat's authorization inside WeChat for demos and tests, offline: a local page on which a user enters a nickname. The page's
 * parameters and its authorization code are signed with the server's MAC key, so that the page redirects only to URLs that this server
 * allowed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { providerError } from '../identity/provider-gateway.ts';
import type { WechatAccountGateway } from './wechat-gateway.ts';

/** Path of the page, with the sign-in attempt in its query. */
export const LOCAL_WECHAT_PATH = '/api/auth/wechat/local';

const attemptContent = z.object({ state: z.string(), returnUrl: z.string(), endsAt: z.number() });
export type LocalWechatAttempt = z.output<typeof attemptContent>;
const codeContent = z.object({ nickname: z.string().trim().min(1).max(30), state: z.string(), endsAt: z.number() });
export const localNickname = codeContent.pick({ nickname: true });

export interface LocalWechat extends Pick<WechatAccountGateway, 'signInUrl' | 'findProfile'> {
  /** Returns the sign-in attempt of a token; undefined for a token that this server did not sign or that has expired. */
  findAttempt(token: string): LocalWechatAttempt | undefined;
  /** Returns the redirect URL after the user consents under this nickname. */
  consent(attemptContent: LocalWechatAttempt, nickname: string): string;
}

export const createLocalWechat = ({ secret, clock }: { secret: Uint8Array; clock: Clock }): LocalWechat => {
  const macOf = (purpose: string, text: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest();
  const seal = (purpose: string, value: object): string => {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${text}.${macOf(purpose, text).toString('base64url')}`;
  };
  const unseal = <T extends { endsAt: number }>(purpose: string, schema: z.ZodType<T>, token: string): T | undefined => {
    const [text = '', mac = ''] = token.split('.');
    const [given, right] = [Buffer.from(mac, 'base64url'), macOf(purpose, text)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const value = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return value.endsAt > clock.now() ? value : undefined;
  };
  const endsAt = (): number => clock.now() + LIMITS.authorizationLifetimeMs;
  return {
    signInUrl: ({ state, returnUrl }) => {
      const token = seal('attempt', { state, returnUrl, endsAt: endsAt() });
      return `${new URL(returnUrl).origin}${LOCAL_WECHAT_PATH}?${new URLSearchParams({ attempt: token, state }).toString()}`;
    },
    findAttempt: (token) => unseal('attempt', attemptContent, token),
    consent: ({ state, returnUrl }, nickname) => {
      const code = seal('code', { nickname, state, endsAt: endsAt() });
      return `${returnUrl}?${new URLSearchParams({ code, state }).toString()}`;
    },
    async findProfile(code) {
      const found = unseal('code', codeContent, code);
      if (found === undefined) throw providerError('account.providerFailed', 'wechat', new Error('the page did not issue this code'));
      return { subject: `local-${macOf('subject', found.nickname).toString('base64url').slice(0, 28)}`, nickname: found.nickname };
    },
  };
};
