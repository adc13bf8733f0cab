/**
 * The service worker of the app origin: caches the client's own files, so that the product opens without a network. Runs in a thread of
 * its own, for all tabs; built apart from the client into `/sw.js` (vite.service-worker.ts). Book content is on another origin and
 * is never requested here.
 *
 * A new version waits for the user's consent (`skipWaiting` by message), so that no page reloads by itself. The files of the
 * previous version stay, because tabs that use it may be open.
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
      const cached = path.startsWith('/assets/') ? await caches.match(path) : undefined;
      await cache.put(path, cached ?? (await fetchWhole(new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' }))));
    }
  };
  try {
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, fetchFiles));
  } catch (error) {
    left.length = 0;
    throw error;
  }
};

const fetchWhole = async (request: Request): Promise<Response> => {
  const response = await fetchWithin(FILE_PATIENCE_MS, request);
  if (!response.ok) throw new Error(`${request.url} responded with ${response.status}`);
  return response;
};

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

const responders = { page: respondWithPage, file: respondWithFile, cover: respondWithCover };

worker.addEventListener('install', (event) => event.waitUntil(fetchShell()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())));
worker.addEventListener('fetch', (event) => {
  const way = wayOfRequest(event.request, location.origin);
  if (way !== 'network') event.respondWith(responders[way](event.request));
});
worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(SHELL_VERSION);
  if (data === 'skipWaiting') void worker.skipWaiting();
});
