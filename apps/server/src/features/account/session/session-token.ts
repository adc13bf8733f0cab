/** The login token: base64 of JSON `{v, kid, content, mac}`. The only code that creates and parses it (security.md §2). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AUTHORIZATION_SCHEME, type TokenContent, tokenContent } from '@shufang/contract';
import type { AccountKeys } from '../account-keys.ts';

const TOKEN_VERSION = 1;
const TOKEN_CHARS_MAX = 4096;
const HEADER = new RegExp(`^${AUTHORIZATION_SCHEME} +(\\S+)$`);

type TokenKeys = Pick<AccountKeys, 'kid' | 'token'>;

const macOf = (keys: TokenKeys, content: string): string =>
  createHmac('sha256', keys.token).update(`${TOKEN_VERSION}.${keys.kid}.${content}`).digest('base64url');

const encode = (kid: string, content: string, mac: string): string =>
  Buffer.from(JSON.stringify({ v: TOKEN_VERSION, kid, content, mac })).toString('base64');

/** Returns the token for `content`, the JSON of a `TokenContent`; the MAC covers exactly these bytes. */
export const sealTokenContent = (keys: TokenKeys, content: string): string => encode(keys.kid, content, macOf(keys, content));

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is not a token of ours.
    return undefined;
  }
};

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Returns the content of a genuine token, expired or not; `undefined` for anything else. Only one encoding is accepted: a token that
 * decodes to the same content with another spelling (padding, spaces, key order, base64url) is refused.
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

/**
 * Returns the token of an `Authorization` header: an empty text when the header or its token is missing, which makes the caller anonymous;
 * `undefined` for a header of any other form, including a token without a scheme.
 */
export const tokenOfHeader = (authorization: string | undefined): string | undefined => {
  const header = (authorization ?? '').trim();
  return header === '' || header === AUTHORIZATION_SCHEME ? '' : HEADER.exec(header)?.[1];
};
