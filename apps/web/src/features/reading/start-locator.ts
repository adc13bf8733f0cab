/**
 * Determines where a book will probably open, before the client's code is loaded: `openBook` returns the documents around that position, and
 * the inline script of the reading page (`early-open/main.ts`) shows it. Without schemas, because it is part of that script: the values are
 * not validated, and the client opens the book elsewhere if its own validated position differs.
 */
import { type OutputOf, type openBook, parseLocatorParam } from '@shufang/contract';
import { decodeLoginToken } from '../../platform/session/decode-login-token.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findLastPositionText } from '../../platform/storage/last-position-text.ts';

/** Maximum length of an address that the server accepts. */
const HREF_LENGTH_MAX = 1_024;

/** A locator of which nothing was validated except these types. */
export interface RawLocator {
  readonly href: string;
  readonly locations: object;
}

/** A position that was not validated. */
interface RawPosition {
  readonly locator?: unknown;
  readonly updatedAt?: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const toRawLocator = (value: unknown): RawLocator | undefined =>
  isRecord(value) && typeof value['href'] === 'string' && isRecord(value['locations'])
    ? { ...value, href: value['href'], locations: value['locations'] }
    : undefined;

/** Returns the result of `read`; undefined if it throws, because the book then opens at the position that the server knows. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    // A malformed address, token or entry.
    return undefined;
  }
};

/** Returns the owner of the records of this session; undefined if its login token cannot be decoded. */
export const ownerOfToken = (token: string | undefined): string | undefined => {
  if (token === undefined) return ANONYMOUS_OWNER;
  const content = attempt(() => decodeLoginToken(token)) as { readonly id?: unknown } | null | undefined;
  return typeof content?.id === 'string' ? content.id : undefined;
};

/** Returns the locator in the query string: `at` is a complete locator, `href` a document with or without a fragment. */
export const requestedLocator = (search: string): unknown => {
  const params = new URLSearchParams(search);
  const at = params.get('at');
  if (at !== null) return attempt(() => parseLocatorParam(at));
  const [href, fragment] = params.get('href')?.split('#') ?? [];
  return href ? { href, locations: fragment === undefined ? {} : { fragment } } : undefined;
};

const storedPosition = (bookId: string, owner: string | undefined): RawPosition | undefined => {
  const text = owner === undefined ? undefined : attempt(() => findLastPositionText(owner, bookId));
  const position = text === undefined ? undefined : attempt((): unknown => JSON.parse(text));
  return isRecord(position) ? position : undefined;
};

export interface StartOfReading {
  readonly bookId: string;
  /** The query string of the page. */
  readonly search: string;
  /** The login token of the session, if there is one. */
  readonly token: string | undefined;
}

/** Returns the locator in the address, or else that of the later one of the positions on this device and on the server (`progress`). */
export const startLocator = ({ bookId, search, token }: StartOfReading, progress: RawPosition | undefined): RawLocator | undefined => {
  const requested = toRawLocator(requestedLocator(search));
  if (requested !== undefined) return requested;
  const stored = storedPosition(bookId, ownerOfToken(token));
  const isStoredLater = stored !== undefined && !(Number(progress?.updatedAt) > Number(stored.updatedAt));
  return toRawLocator((isStoredLater ? stored : progress)?.locator);
};

const documentOf = ({ href }: Pick<RawLocator, 'href'>): string => href.split('#', 1)[0] ?? '';

/** Returns the address, without fragment, of the document in which the book opens as far as this device knows. */
export const startDocument = (start: StartOfReading): string | undefined => {
  const locator = startLocator(start, undefined);
  const document = locator === undefined ? '' : documentOf(locator);
  return document === '' || document.length > HREF_LENGTH_MAX ? undefined : document;
};

/**
 * Returns whether the first page can be shown with the documents of `openBook` alone. Otherwise the engine waits for the whole reading
 * order: the position is in another document, or the book has pages of a fixed layout, whose spreads depend on the pages before them.
 */
export const isInPart = (
  { metadata, readingOrder: { items, documents } }: Pick<OutputOf<typeof openBook>, 'metadata' | 'readingOrder'>,
  start: Pick<RawLocator, 'href'> | undefined,
): boolean =>
  items.length === documents ||
  (metadata.layout !== 'fixed' &&
    metadata.hasBothLayouts !== true &&
    (start === undefined || items.some(({ href }) => href === documentOf(start))));
