/**
 * The service worker of a book's content origin: serves stored books and the pages of the reading engine from the cache. All other requests
 * go to the network, in particular those with a content ticket.
 */
import { importKey } from './sealed-file.ts';
import { bookCache, PAGES_CACHE, readOfflinePath, type StoredLease } from './stored-book.ts';
import { type Catalog, readCatalog, readStored } from './stored-files.ts';

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: RequestEvent;
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

const keys = new Map<string, Promise<CryptoKey>>();
/** Returns the imported key of a lease. Importing it for each file of a page would take longer than decrypting the file. */
const keyOf = ({ key }: StoredLease): Promise<CryptoKey> => {
  const imported = keys.get(key) ?? importKey(key);
  keys.set(key, imported);
  return imported;
};

const missing = (): Response =>
  new Response('', { status: 404, headers: { 'content-type': 'text/plain', 'content-security-policy': "default-src 'none'" } });

const readRange = (header: string | null, bytes: number): { start: number; end: number } | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end ? { start, end } : undefined;
};

interface OpenedBook {
  readonly cache: Cache;
  readonly catalog: Catalog;
}
const books = new Map<string, Promise<OpenedBook>>();

const readBook = async (leaseId: string): Promise<OpenedBook> => {
  const cache = await caches.open(bookCache(leaseId));
  return { cache, catalog: await readCatalog(cache) };
};

/** Returns the book with its catalog, which is read again after a file was not found: the book may have been downloaded since. */
const bookOf = (leaseId: string, isOutdated = false): Promise<OpenedBook> => {
  const cached = isOutdated ? undefined : books.get(leaseId);
  const book = cached ?? readBook(leaseId);
  books.set(leaseId, book);
  // The next request reads it again.
  book.catch(() => books.delete(leaseId));
  return book;
};

const respondFrom = async ({ cache, catalog }: OpenedBook, lease: StoredLease, href: string, range: string | null): Promise<Response> => {
  const entry = catalog.files[href];
  if (entry === undefined) return missing();
  const { bytes } = entry;
  const wanted = readRange(range, bytes);
  const headers = new Headers(catalog.headers[entry.headers]);
  headers.set('accept-ranges', 'bytes');
  headers.set('cache-control', 'no-store');
  try {
    const content = await readStored(cache, await keyOf(lease), href, entry, wanted);
    headers.set('content-length', String(content.length));
    if (wanted === undefined) return new Response(content, { headers });
    headers.set('content-range', `bytes ${wanted.start}-${wanted.end}/${bytes}`);
    return new Response(content, { status: 206, headers });
  } catch {
    // Another key than that of the lease also ends here; the file of the lease is then untouched.
    return missing();
  }
};

/** Returns a stored file; a damaged one is missing, and the app lets the store page verify the book then. */
const respondWithStored = async (lease: StoredLease, href: string, range: string | null): Promise<Response> => {
  const response = await respondFrom(await bookOf(lease.id), lease, href, range);
  return response.status === 404 ? respondFrom(await bookOf(lease.id, true), lease, href, range) : response;
};

/** The query names the app that embeds the page; the page itself is the same for all. */
const respondWithPage = async (request: Request): Promise<Response> =>
  (await (await caches.open(PAGES_CACHE)).match(request, { ignoreSearch: true })) ?? fetch(request);

const PAGE = /^\/~(?:engine|store)\/[^/]+\/\w+\.html$/;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const stored = readOfflinePath(pathname);
  if (stored !== undefined) event.respondWith(respondWithStored(stored.lease, stored.href, request.headers.get('range')));
  else if (PAGE.test(pathname)) event.respondWith(respondWithPage(request));
});
