/** Names in the content origin's own cache: one cache for each lease, and one for the pages of the reading engine. */

/** The lease under which a device stores a book. */
export interface StoredLease {
  readonly id: string;
  /** AES-256 key in base64url. */
  readonly key: string;
}

/** One file of a book as the server lists it. */
export interface StoredResource {
  readonly href: string;
  readonly sha256: string;
  readonly bytes: number;
}

export const PAGES_CACHE = 'pages';
const BOOK_CACHE = 'book-';

export const bookCache = (leaseId: string): string => BOOK_CACHE + leaseId;

/** Path of the service worker of the content origin. */
export const OFFLINE_WORKER_PATH = '/~offline-worker.js';

/** Path under which the service worker serves a stored book; the server never sees it. */
const OFFLINE_PATH = '/~o/';

/** Returns the base URL of a stored book, as `content.baseUrl` of an opened one. Only its reader's client knows the key in it. */
export const offlineBaseUrl = (contentOrigin: string, { id, key }: StoredLease): string => `${contentOrigin}${OFFLINE_PATH}${id}.${key}/`;

/** Returns the lease and the decoded `href` of such a URL's path; undefined for other paths. */
export const readOfflinePath = (pathname: string): { lease: StoredLease; href: string } | undefined => {
  const [, id, key, rest] = /^\/~o\/([0-9a-z]{26})\.([\w-]{43})\/(.+)$/.exec(pathname) ?? [];
  if (id === undefined || key === undefined || rest === undefined) return undefined;
  try {
    return { lease: { id, key }, href: decodeURIComponent(rest) };
  } catch {
    // A malformed escape is no address of a file.
    return undefined;
  }
};

/** Returns the URL under which a file is in the cache of its lease. */
export const cacheUrlOf = (href: string): string => `/~stored/${href.split('/').map(encodeURIComponent).join('/')}`;

/** Headers of a file that is downloaded alone, which the service worker repeats: without them a document would have another policy. */
export const STORED_HEADERS = [
  'content-type',
  'content-security-policy',
  'content-disposition',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
] as const;
