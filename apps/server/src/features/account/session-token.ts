/** The login token: base64 of JSON `{v, kid, content, mac}`, made and read here only (security.md §2). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AUTHORIZATION_SCHEME, type TokenContent, tokenContent } from '@shufang/contract';
import type { AccountKeys } from './account-keys.ts';

const TOKEN_VERSION = 1;
const TOKEN_CHARS_MAX = 4096;
const HEADER = new RegExp(`^${AUTHORIZATION_SCHEME} +(\\S+)$`);

type TokenKeys = Pick<AccountKeys, 'kid' | 'token'>;

const macOf = (keys: TokenKeys, content: string): string =>
  createHmac('sha256', keys.token).update(`${TOKEN_VERSION}.${keys.kid}.${content}`).digest('base64url');

const encode = (kid: string, content: string, mac: string): string =>
  Buffer.from(JSON.stringify({ v: TOKEN_VERSION, kid, content, mac })).toString('base64');

/** The token for `content`; the mac covers the very bytes of the nested JSON. */
export const signSessionToken = (keys: TokenKeys, content: TokenContent): string => {
  const json = JSON.stringify(content);
  return encode(keys.kid, json, macOf(keys, json));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one more way of not being our token.
    return undefined;
  }
};

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * What a genuine token says, expired or not; `undefined` for anything else. There is one accepted form: a token that
 * decodes to the same content but is spelled differently (padding, spaces, key order, base64url) is refused.
 */
export const readSessionToken = (keys: TokenKeys, token: string): TokenContent | undefined => {
  if (token.length > TOKEN_CHARS_MAX) return undefined;
  const outer = parseJson(Buffer.from(token, 'base64').toString('utf8'));
  if (typeof outer !== 'object' || outer === null) return undefined;
  const { content, mac } = outer as Record<string, unknown>;
  if (typeof content !== 'string' || typeof mac !== 'string') return undefined;
  if (!sameText(mac, macOf(keys, content))) return undefined;
  if (!sameText(encode(keys.kid, content, mac), token)) return undefined;
  return tokenContent.safeParse(parseJson(content)).data;
};

/** The token of an `Authorization` header; '' when the header or its token is missing, which makes the caller anonymous. */
export const tokenOfHeader = (authorization: string | undefined): string => {
  const header = (authorization ?? '').trim();
  if (header === '' || header === AUTHORIZATION_SCHEME) return '';
  return HEADER.exec(header)?.[1] ?? header;
};
