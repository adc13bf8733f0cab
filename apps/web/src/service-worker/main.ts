/**
 * The service worker of the app origin: keeps the client's own files, so that the product opens without a network. Runs in a thread of
 * its own, for all tabs; built apart from the client into `/sw.js` (vite.service-worker.ts). Book content lies on another origin and
 * never passes here.
 *
 * A new version waits until the person says so (`skipWaiting` by message): no page is ever loaded anew under their hands. The files
 * of the version before stay as long as tabs of it may be open.
 */
import { wayOfRequest } from './way-of-request.ts';

/** Put in by the build: what is fetched at once, and a name for this set of files. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
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
/** The client's page by itself: at the addresses of screens it comes with answers that grow old. */
const PAGE = '/index.html';
/** Of this many covers the oldest go. */
const COVERS_KEPT = 300;
/** A network that takes longer is as good as none for opening the shell. */
const PAGE_PATIENCE_MS = 6_000;
/** As the client's own calls (product spec, section 8). While anything is asked for, a new version cannot take over. */
const FILE_PATIENCE_MS = 20_000;

/** Fails when the answer has not begun in time; once it has, it may take as long as it takes. */
const fetchWithin = async (patienceMs: number, request: Request): Promise<Response> => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patienceMs);
  try {
    return await fetch(request, { signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
};

const fetchShell = async (): Promise<void> => {
  const cache = await caches.open(SHELL);
  await cache.put(PAGE, await fetchWhole(new Request(PAGE, { cache: 'reload' })));
  await Promise.all(
    SHELL_FILES.map(async (path) => {
      // What the version before already has is the same file: its name says so.
      const known = path.startsWith('/assets/') ? await caches.match(path) : undefined;
      await cache.put(path, known ?? (await fetchWhole(new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' }))));
    }),
  );
};

const fetchWhole = async (request: Request): Promise<Response> => {
  const answer = await fetchWithin(FILE_PATIENCE_MS, request);
  if (!answer.ok) throw new Error(`${request.url} answered ${answer.status}`);
  return answer;
};

/** Keeps this version and the one before, whose tabs may still be open. */
const dropOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
};

const keptPage = async (): Promise<Response | undefined> => (await caches.open(SHELL)).match(PAGE);

const answerPage = async (request: Request): Promise<Response> => {
  try {
    const answer = await fetchWithin(PAGE_PATIENCE_MS, request);
    // A gateway in front of a server that is away.
    if (![502, 503, 504].includes(answer.status)) return answer;
    return (await keptPage()) ?? answer;
  } catch (error) {
    const kept = await keptPage();
    if (kept === undefined) throw error;
    return kept;
  }
};

const answerFile = async (request: Request): Promise<Response> => {
  const known = await caches.match(request);
  if (known !== undefined) return known;
  const answer = await fetchWithin(FILE_PATIENCE_MS, request);
  if (answer.ok && answer.status === 200) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
};

const answerCover = async (request: Request): Promise<Response> => {
  const cache = await caches.open(COVERS);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const answer = await fetchWithin(FILE_PATIENCE_MS, request);
  if (answer.status === 200) {
    await cache.put(request, answer.clone());
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - COVERS_KEPT)).map((old) => cache.delete(old)));
  }
  return answer;
};

const answers = { page: answerPage, file: answerFile, cover: answerCover };

worker.addEventListener('install', (event) => event.waitUntil(fetchShell()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => worker.clients.claim())));
worker.addEventListener('fetch', (event) => {
  const way = wayOfRequest(event.request, location.origin);
  if (way !== 'network') event.respondWith(answers[way](event.request));
});
worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(SHELL_VERSION);
  if (data === 'skipWaiting') void worker.skipWaiting();
});
