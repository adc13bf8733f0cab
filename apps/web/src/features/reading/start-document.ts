/**
 * Determines the document at which a book will probably open, so that `openBook` returns the documents around it. Without schemas, because
 * the inline script of the reading page contains this module (`early-open/main.ts`).
 */
import { parseLocatorParam } from '@shufang/contract';
import { decodeLoginToken } from '../../platform/session/decode-login-token.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findLastPositionText } from '../../platform/storage/last-position-text.ts';

/** Maximum length of an address that the server accepts. */
const HREF_LENGTH_MAX = 1_024;

/** Returns the result of `read`; undefined if it throws, because a start document is optional. */
const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    // A malformed address or entry; the book then opens at the position that the server knows.
    return undefined;
  }
};

const hrefOf = (locator: unknown): unknown => (locator as { readonly href?: unknown } | null | undefined)?.href;

const requestedHref = (params: URLSearchParams): unknown => {
  const at = params.get('at');
  return at === null ? (params.get('href') ?? undefined) : hrefOf(attempt(() => parseLocatorParam(at)));
};

const storedHref = (bookId: string, token: string | undefined): unknown => {
  const content = token === undefined ? undefined : attempt(() => decodeLoginToken(token));
  const owner = token === undefined ? ANONYMOUS_OWNER : (content as { readonly id?: unknown } | null | undefined)?.id;
  const text = typeof owner === 'string' ? findLastPositionText(owner, bookId) : undefined;
  const position = text === undefined ? undefined : attempt(() => JSON.parse(text));
  return hrefOf((position as { readonly locator?: unknown } | null | undefined)?.locator);
};

/**
 * Returns the address, without fragment, of the document that the query string of the page requests, or else of the last position on this
 * device; undefined if there is neither. `token`: the login token of the session, if there is one.
 */
export const startDocument = (bookId: string, search: string, token: string | undefined): string | undefined => {
  const href = attempt(() => requestedHref(new URLSearchParams(search)) ?? storedHref(bookId, token));
  const document = typeof href === 'string' ? href.split('#', 1)[0] : undefined;
  return document === undefined || document === '' || document.length > HREF_LENGTH_MAX ? undefined : document;
};
