/**
 * The service worker of the app origin: caches the client's own files, so that the product opens without a network. Runs in a thread of
 * its own, for all tabs; built apart from the client into `/sw.js` (vite.service-worker.ts). Book content is on another origin and
 * is never requested here.
 *
 * A new version waits for the user's consent (`skipWaiting` by message), so that no page reloads by itself. The files of the
 * previous version stay, because tabs that use it may be open.
 *
 * If the operator has a CDN (ASSETS_URL), the server puts its origin before this script. The files are then fetched from it, and from the own
 * origin if it fails. They are cached under their own path in either case, because their names contain a hash of their content.
 */
import { wayOfRequest } from './way-of-request.ts';

/** Values that the build sets: the files to fetch at installation, and a name for this set of files. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

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
  message: MessageEvent<unknown>;
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
const worker = globalThis as unknown as WorkerScope;
/** Origin of the CDN; undefined if there is none. */
const assetsUrl = (globalThis as { readonly ASSETS_URL?: string }).ASSETS_URL;

const PREFIX = 'shufang-shell-';
const SHELL = PREFIX + SHELL_VERSION;
const COVERS = 'shufang-covers';
/** Path of the page that is cached for use without a network. It has no dehydrated state, which would become stale. */
const PAGE = '/index.html';
/** Maximum number of cached covers; the oldest are deleted first. */
const CACHED_COVERS_MAX = 300;
/** If the network has not responded to the request for a page after this time in ms, the cached page is used. */
const PAGE_PATIENCE_MS = 6_000;
/**
 * Timeout of file requests, the same as that of the client's own calls (specification.md §9). It is limited, because a pending request
 * delays the activation of a new version.
 */
const FILE_PATIENCE_MS = 20_000;

/** Fetches with a timeout. Throws if the response has not begun in time; the body of a response that has begun may take longer. */
const fetchWithin = async (patienceMs: number, request: Request): Promise<Response> => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patienceMs);
  try {
    return await fetch(request, { signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Time in ms after which a file that has not come from the CDN is fetched from the own origin. */
const CDN_PATIENCE_MS = 8_000;
/** Time in ms for which the CDN is not asked after it has failed, so that not every file waits for it; that of the cookie `own-assets`. */
const CDN_PAUSE_MS = 10 * 60_000;
/** Until when the CDN is not asked, UTC ms. */
let cdnPausedUntil = 0;

/**
 * Returns a response without a URL, which therefore has that of its request. A module resolves its imports by the URL of its response, and
 * the modules of a page must all come from one origin.
 */
const withoutUrl = ({ body, status, headers }: Response): Response =>
  new Response(body, { status, headers: { 'content-type': headers.get('content-type') ?? 'application/octet-stream' } });

/** Fetches a file of the client with this path, from the CDN if there is one. */
const fetchAsset = async (path: string): Promise<Response> => {
  if (assetsUrl === undefined) return fetchWithin(FILE_PATIENCE_MS, new Request(path));
  if (Date.now() >= cdnPausedUntil) {
    try {
      const response = await fetchWithin(CDN_PATIENCE_MS, new Request(assetsUrl + path, { credentials: 'omit' }));
      if (response.ok) return withoutUrl(response);
    } catch {
      // The CDN cannot be reached or does not respond; the own origin has the same file.
      cdnPausedUntil = Date.now() + CDN_PAUSE_MS;
    }
  }
  return withoutUrl(await fetchWithin(FILE_PATIENCE_MS, new Request(path)));
};

/** Number of files that the installation requests at once. If the server stops responding, not more requests than these fail. */
const FILES_AT_ONCE = 6;

/** Throws at the first file that cannot be fetched; no further file is requested then. */
const fetchShell = async (): Promise<void> => {
  const cache = await caches.open(SHELL);
  await cache.put(PAGE, await fetchWhole(new Request(PAGE, { cache: 'reload' })));
  const left = [...SHELL_FILES];
  const fetchFiles = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      // File names contain a hash of the content, so a file of the previous version with the same name is the same file.
      const isAsset = path.startsWith('/assets/');
      const cached = isAsset ? await caches.match(path) : undefined;
      await cache.put(
        path,
        cached ?? (await (isAsset ? requireFile(path, fetchAsset(path)) : fetchWhole(new Request(path, { cache: 'reload' })))),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, fetchFiles));
  } catch (error) {
    left.length = 0;
    throw error;
  }
};

const requireFile = async (url: string, responding: Promise<Response>): Promise<Response> => {
  const response = await responding;
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response;
};

const fetchWhole = (request: Request): Promise<Response> => requireFile(request.url, fetchWithin(FILE_PATIENCE_MS, request));

/** Deletes the cached files of all versions except this one and the previous one: tabs that use the previous one may still be open. */
const dropOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
};

const cachedPage = async (): Promise<Response | undefined> => (await caches.open(SHELL)).match(PAGE);

const respondWithPage = async (request: Request): Promise<Response> => {
  try {
    const response = await fetchWithin(PAGE_PATIENCE_MS, request);
    // A gateway responds with one of these HTTP statuses when the server behind it does not respond.
    if (![502, 503, 504].includes(response.status)) return response;
    return (await cachedPage()) ?? response;
  } catch (error) {
    const cached = await cachedPage();
    if (cached === undefined) throw error;
    return cached;
  }
};

const respondWithFile = async (request: Request): Promise<Response> => {
  const cached = await caches.match(request);
  if (cached !== undefined) return cached;
  const response = await fetchWithin(FILE_PATIENCE_MS, request);
  if (response.ok && response.status === 200) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
};

/** Responds to a request for a file on the CDN: from the cache, from the CDN, or from the own origin. */
const respondWithAsset = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const cached = await caches.match(pathname);
  if (cached !== undefined) return withoutUrl(cached);
  const response = await fetchAsset(pathname);
  if (response.status === 200) await (await caches.open(SHELL)).put(pathname, response.clone());
  return response;
};

const respondWithCover = async (request: Request): Promise<Response> => {
  const cache = await caches.open(COVERS);
  const cached = await cache.match(request);
  if (cached !== undefined) return cached;
  const response = await fetchWithin(FILE_PATIENCE_MS, request);
  if (response.status === 200) {
    await cache.put(request, response.clone());
    const entries = await cache.keys();
    await Promise.all(entries.slice(0, Math.max(0, entries.length - CACHED_COVERS_MAX)).map((old) => cache.delete(old)));
  }
  return response;
};

const responders = { page: respondWithPage, file: respondWithFile, asset: respondWithAsset, cover: respondWithCover };

worker.addEventListener('install', (event) => event.waitUntil(fetchShell()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())));
worker.addEventListener('fetch', (event) => {
  const way = wayOfRequest(event.request, location.origin, assetsUrl);
  if (way !== 'network') event.respondWith(responders[way](event.request));
});
worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(SHELL_VERSION);
  if (data === 'skipWaiting') void worker.skipWaiting();
});
