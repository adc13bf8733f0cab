/**
 * Entry point of the store page: downloads books into the content origin's own cache, at the app's request. Runs in a hidden frame of the
 * app, without tokens; the key of a lease is in memory only.
 */
import { prepareSearch, type StoredText, searchText } from '@shufang/contract/search-text';
import {
  type DownloadEnd,
  STORE_READY,
  type StoreMessage,
  type StoreRequestMessage,
  type StoreRequestName,
  type StoreRequests,
} from './protocol.ts';
import { hashOf, importKey, openFile, sealFile } from './sealed-file.ts';
import {
  bookCache,
  cacheUrlOf,
  OFFLINE_WORKER_PATH,
  PAGES_CACHE,
  SIZE_HEADER,
  STORED_HEADERS,
  type StoredLease,
  type StoredResource,
} from './stored-book.ts';

/** Number of files that are requested at the same time: as many connections as a browser opens to one origin. */
const PARALLEL = 6;
/** Time in ms after which a file whose response has not begun counts as a failure of the network. */
const PATIENCE_MS = 20_000;

class EndedDownload extends Error {
  readonly end: DownloadEnd;
  constructor(end: DownloadEnd) {
    super(end);
    this.end = end;
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Returns the names of the stored files of a lease. */
const storedHrefs = async (cache: Cache): Promise<ReadonlySet<string>> =>
  new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));

const isStored = (stored: ReadonlySet<string>, { href }: StoredResource): boolean =>
  stored.has(new URL(cacheUrlOf(href), location.href).pathname);

/** Fetches a file. Aborts when the download is paused, or when the response has not begun in time. */
const fetchInTime = async (url: string, paused: AbortSignal): Promise<Response> => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, PATIENCE_MS);
  paused.addEventListener('abort', end);
  try {
    return await fetch(url, { cache: 'no-store', credentials: 'omit', signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
};

const fetchFile = async (url: string, signal: AbortSignal): Promise<{ response: Response; content: ArrayBuffer }> => {
  try {
    const response = await fetchInTime(url, signal);
    if (response.status === 403) throw new EndedDownload('refused');
    if (!response.ok) throw new EndedDownload('network');
    return { response, content: await response.arrayBuffer() };
  } catch (error) {
    if (error instanceof EndedDownload) throw error;
    throw new EndedDownload(signal.aborted ? 'paused' : 'network');
  }
};

const storeFile = async (
  cache: Cache,
  key: CryptoKey,
  url: string,
  { href, sha256 }: StoredResource,
  signal: AbortSignal,
): Promise<void> => {
  let fetched = await fetchFile(url, signal);
  if ((await hashOf(fetched.content)) !== sha256) fetched = await fetchFile(url, signal);
  const { response, content } = fetched;
  if ((await hashOf(content)) !== sha256) throw new EndedDownload('damaged');
  const headers = new Headers({ [SIZE_HEADER]: String(content.byteLength) });
  for (const name of STORED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  try {
    await cache.put(cacheUrlOf(href), new Response(await sealFile(key, href, content), { headers }));
  } catch (error) {
    throw isFull(error) ? new EndedDownload('full') : error;
  }
};

/** Address of the searchable text in the cache of a lease; no file of a book has such a name. */
const TEXT_HREF = '~text.json';

/** The text that was searched last, so that the next query need not decrypt it again. */
let searched: { readonly leaseId: string; readonly text: StoredText } | undefined;

const storeText = async ({ lease, text }: StoreRequests['storeText']['input']): Promise<StoreRequests['storeText']['output']> => {
  const content = new TextEncoder().encode(text).buffer;
  const sealed = await sealFile(await importKey(lease.key), TEXT_HREF, content);
  const cache = await caches.open(bookCache(lease.id));
  searched = undefined;
  try {
    await cache.put(cacheUrlOf(TEXT_HREF), new Response(sealed, { headers: { [SIZE_HEADER]: String(content.byteLength) } }));
    return { isFull: false };
  } catch (error) {
    if (isFull(error)) return { isFull: true };
    throw error;
  }
};

/** Throws when the text is not stored, or damaged. */
const readText = async (lease: StoredLease): Promise<StoredText> => {
  if (searched?.leaseId === lease.id) return searched.text;
  const stored = await (await caches.open(bookCache(lease.id))).match(cacheUrlOf(TEXT_HREF));
  if (stored === undefined) throw new Error('the text of the book is not stored');
  const file = { href: TEXT_HREF, bytes: Number(stored.headers.get(SIZE_HEADER)) };
  const content = await openFile(await importKey(lease.key), file, await stored.blob());
  const text = JSON.parse(new TextDecoder().decode(content)) as StoredText;
  prepareSearch(text);
  searched = { leaseId: lease.id, text };
  return text;
};

let port: MessagePort | undefined;
let downloading: AbortController | undefined;
const post = (message: StoreMessage): void => port?.postMessage(message);

const download = async ({ lease, baseUrl, resources }: StoreRequests['download']['input']): Promise<'stored' | DownloadEnd> => {
  downloading?.abort();
  const own = new AbortController();
  downloading = own;
  const cache = await caches.open(bookCache(lease.id));
  const [key, stored] = [await importKey(lease.key), await storedHrefs(cache)];
  const done = resources.filter((resource) => isStored(stored, resource));
  let files = done.length;
  let bytes = done.reduce((sum, resource) => sum + resource.bytes, 0);
  post({ type: 'progress', files, bytes });
  const queue = resources.filter((resource) => !isStored(stored, resource)).values();
  const work = async (): Promise<void> => {
    for (const resource of queue) {
      if (own.signal.aborted) throw new EndedDownload('paused');
      await storeFile(cache, key, baseUrl + resource.href.split('/').map(encodeURIComponent).join('/'), resource, own.signal);
      files += 1;
      bytes += resource.bytes;
      post({ type: 'progress', files, bytes });
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return 'stored';
  } catch (error) {
    own.abort();
    if (error instanceof EndedDownload) return error.end;
    throw error;
  }
};

/** Resolves when a service worker of this origin handles requests. */
const startWorker = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register(OFFLINE_WORKER_PATH);
  await navigator.serviceWorker.ready;
  // Without a network the worker that is there continues.
  registration.update().catch(() => undefined);
};

type Handlers = { [K in StoreRequestName]: (input: StoreRequests[K]['input']) => Promise<StoreRequests[K]['output']> };

const handlers: Handlers = {
  prepare: async ({ pages }) => {
    await startWorker();
    const cache = await caches.open(PAGES_CACHE);
    for (const url of pages) if ((await cache.match(url)) === undefined) await cache.put(url, await fetch(url));
    return undefined;
  },
  download: async (input) => ({ end: await download(input) }),
  pause: async () => {
    downloading?.abort();
    return undefined;
  },
  count: async ({ leaseId, resources }) => {
    const stored = await storedHrefs(await caches.open(bookCache(leaseId)));
    const done = resources.filter((resource) => isStored(stored, resource));
    return { files: done.length, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
  },
  verify: async ({ lease, resources }) => {
    const cache = await caches.open(bookCache(lease.id));
    const key = await importKey(lease.key);
    let damaged = 0;
    for (const { href, bytes, sha256 } of resources) {
      const response = await cache.match(cacheUrlOf(href));
      if (response === undefined) continue;
      const content = await openFile(key, { href, bytes }, await response.blob()).catch(() => undefined);
      if (content !== undefined && (await hashOf(content.buffer)) === sha256) continue;
      damaged += 1;
      await cache.delete(cacheUrlOf(href));
    }
    return { damaged };
  },
  remove: async ({ leaseId }) => {
    downloading?.abort();
    await caches.delete(bookCache(leaseId));
    return undefined;
  },
  storeText,
  search: async ({ lease, q, offset, limit }) => searchText(await readText(lease), q, { offset, limit }),
  space: async () => {
    const { quota, usage = 0 } = await navigator.storage.estimate();
    return { free: quota === undefined ? undefined : Math.max(0, quota - usage) };
  },
};

const handle = async <K extends StoreRequestName>({ id, name, input }: StoreRequestMessage<K>): Promise<void> => {
  try {
    post({ type: 'response', id, ok: true, output: await handlers[name](input) });
  } catch (error) {
    post({ type: 'response', id, ok: false, error: String(error) });
  }
};

const appOrigin = new URLSearchParams(location.search).get('app');
// The server's header `frame-ancestors` prevents other pages from embedding this page, and the port is sent to this origin only.
if (appOrigin !== null && window.parent !== window) {
  const channel = new MessageChannel();
  port = channel.port1;
  port.addEventListener('message', ({ data }: MessageEvent<StoreRequestMessage>) => void handle(data));
  port.start();
  window.parent.postMessage(STORE_READY, appOrigin, [channel.port2]);
}
