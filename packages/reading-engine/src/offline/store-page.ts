/**
 * Entry point of the store page: downloads books into the content origin's own cache, at the app's request. Runs in a hidden frame of the
 * app, without tokens; the key of a lease is in memory only.
 */
import { type BundledFile, groupForBundles, readBundle } from '@shufang/contract/book-bundle';
import { prepareSearch, type StoredText, searchText } from '@shufang/contract/search-text';
import {
  type DownloadEnd,
  STORE_READY,
  type StoreMessage,
  type StoreRequestMessage,
  type StoreRequestName,
  type StoreRequests,
} from './protocol.ts';
import { hashOf, importKey } from './sealed-file.ts';
import { bookCache, OFFLINE_WORKER_PATH, PAGES_CACHE, STORED_HEADERS, type StoredLease, type StoredResource } from './stored-book.ts';
import { type FileToStore, openStoredFiles, readCatalog, readStored, type StoredFiles } from './stored-files.ts';

/** Number of bundles, or of large files, that are requested at the same time. */
const PARALLEL = 3;
/** Time in ms after which a request whose response has not begun counts as a failure of the network. */
const PATIENCE_MS = 20_000;

class EndedDownload extends Error {
  readonly end: DownloadEnd;
  constructor(end: DownloadEnd) {
    super(end);
    this.end = end;
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Requests a file, or a bundle of files. Aborts when the download is paused, or when the response has not begun in time. */
const fetchInTime = async (url: string, init: RequestInit, paused: AbortSignal): Promise<Response> => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, PATIENCE_MS);
  paused.addEventListener('abort', end);
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'omit', signal: ending.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Returns the result of `read`, which reads a response. Throws `EndedDownload` if the server refuses it, or does not send it completely. */
const fetchWith = async <T>(url: string, init: RequestInit, paused: AbortSignal, read: (response: Response) => Promise<T>): Promise<T> => {
  try {
    const response = await fetchInTime(url, init, paused);
    if (response.status === 403) throw new EndedDownload('refused');
    if (!response.ok) throw new EndedDownload('network');
    return await read(response);
  } catch (error) {
    if (error instanceof EndedDownload) throw error;
    throw new EndedDownload(paused.aborted ? 'paused' : 'network');
  }
};

interface Source {
  readonly baseUrl: string;
  readonly paused: AbortSignal;
}

/** Requests one file. */
const fetchFile = ({ baseUrl, paused }: Source, href: string): Promise<FileToStore> =>
  fetchWith(baseUrl + href.split('/').map(encodeURIComponent).join('/'), {}, paused, async (response) => {
    const headers: Record<string, string> = {};
    for (const name of STORED_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return { href, headers, content: await response.arrayBuffer() };
  });

const decompress = async ({ href, headers, content, encoding }: BundledFile): Promise<FileToStore> => ({
  href,
  headers,
  content:
    encoding === undefined
      ? content.slice().buffer
      : await new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream(encoding))).arrayBuffer(),
});

/** Requests the files of a group, several by one request. */
const fetchGroup = async (source: Source, group: readonly StoredResource[]): Promise<readonly FileToStore[]> => {
  const [first, second] = group;
  if (first !== undefined && second === undefined) return [await fetchFile(source, first.href)];
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hrefs: group.map(({ href }) => href) }),
  };
  return fetchWith(source.baseUrl, init, source.paused, async (response) =>
    Promise.all(readBundle(new Uint8Array(await response.arrayBuffer())).map(decompress)),
  );
};

const hasHash = async (file: FileToStore | undefined, { sha256 }: StoredResource): Promise<boolean> =>
  file !== undefined && (await hashOf(file.content)) === sha256;

/** Requests a group and compares each file with its hash. Those that differ are requested once more, alone. */
const fetchUndamaged = async (source: Source, group: readonly StoredResource[]): Promise<readonly FileToStore[]> => {
  const files = new Map((await fetchGroup(source, group)).map((file) => [file.href, file]));
  return Promise.all(
    group.map(async (resource) => {
      const file = files.get(resource.href);
      if (file !== undefined && (await hasHash(file, resource))) return file;
      const again = await fetchFile(source, resource.href);
      if (!(await hasHash(again, resource))) throw new EndedDownload('damaged');
      return again;
    }),
  );
};

const storing = new Map<string, Promise<StoredFiles>>();
/** Returns the files of a lease; the same object each time, because it writes the catalog. */
const filesOf = (leaseId: string): Promise<StoredFiles> => {
  const opened = storing.get(leaseId) ?? caches.open(bookCache(leaseId)).then(openStoredFiles);
  storing.set(leaseId, opened);
  // The next request opens them again.
  opened.catch(() => storing.delete(leaseId));
  return opened;
};

/** Stores files as one pack. Throws `EndedDownload` if the device is full. */
const store = async (lease: StoredLease, key: CryptoKey, files: readonly FileToStore[]): Promise<void> => {
  try {
    await (await filesOf(lease.id)).add(key, files);
  } catch (error) {
    throw isFull(error) ? new EndedDownload('full') : error;
  }
};

/** Name of the searchable text among the files of a lease; no file of a book has such a name. */
const TEXT_HREF = '~text.json';

/** The text that was searched last, so that the next query need not decrypt it again. */
let searched: { readonly leaseId: string; readonly text: Promise<StoredText> } | undefined;

const storeText = async ({ lease, text }: StoreRequests['storeText']['input']): Promise<StoreRequests['storeText']['output']> => {
  searched = undefined;
  try {
    await store(lease, await importKey(lease.key), [{ href: TEXT_HREF, content: new TextEncoder().encode(text).buffer, headers: {} }]);
    return { isFull: false };
  } catch (error) {
    if (error instanceof EndedDownload) return { isFull: true };
    throw error;
  }
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const decryptText = async (lease: StoredLease): Promise<StoredText> => {
  const cache = await caches.open(bookCache(lease.id));
  const entry = (await readCatalog(cache)).files[TEXT_HREF];
  if (entry === undefined) throw new Error('the text of the book is not stored');
  const content = await readStored(cache, await importKey(lease.key), TEXT_HREF, entry);
  const text = JSON.parse(new TextDecoder().decode(content)) as StoredText;
  await prepareSearch(text, pause);
  return text;
};

/** Returns the text, which is decrypted once for all queries. Throws when it is not stored, or damaged. */
const readText = (lease: StoredLease): Promise<StoredText> => {
  if (searched?.leaseId === lease.id) return searched.text;
  const text = decryptText(lease);
  const reading = { leaseId: lease.id, text };
  searched = reading;
  // The next query reads it again.
  text.catch(() => {
    if (searched === reading) searched = undefined;
  });
  return text;
};

let port: MessagePort | undefined;
let downloading: AbortController | undefined;
const post = (message: StoreMessage): void => port?.postMessage(message);

/** Returns which of the resources are stored, and which are not. */
const divide = async (leaseId: string, resources: readonly StoredResource[]): Promise<[StoredResource[], StoredResource[]]> => {
  const { files } = (await filesOf(leaseId)).catalog;
  return [resources.filter(({ href }) => Object.hasOwn(files, href)), resources.filter(({ href }) => !Object.hasOwn(files, href))];
};

const sizeOf = (resources: readonly StoredResource[]): { files: number; bytes: number } => ({
  files: resources.length,
  bytes: resources.reduce((sum, { bytes }) => sum + bytes, 0),
});

const download = async ({ lease, baseUrl, resources }: StoreRequests['download']['input']): Promise<'stored' | DownloadEnd> => {
  downloading?.abort();
  const own = new AbortController();
  downloading = own;
  const key = await importKey(lease.key);
  await (await filesOf(lease.id)).deleteUnused();
  const [done, missing] = await divide(lease.id, resources);
  let { files, bytes } = sizeOf(done);
  post({ type: 'progress', files, bytes });
  const queue = groupForBundles(missing).values();
  let failure: unknown;
  const work = async (): Promise<void> => {
    try {
      for (const group of queue) {
        if (own.signal.aborted) throw new EndedDownload('paused');
        await store(lease, key, await fetchUndamaged({ baseUrl, paused: own.signal }, group));
        const added = sizeOf(group);
        files += added.files;
        bytes += added.bytes;
        post({ type: 'progress', files, bytes });
      }
    } catch (error) {
      failure ??= error;
      own.abort();
    }
  };
  // Files that have arrived are stored before the download ends, because the app closes this page then, and would request them again.
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (failure === undefined) return 'stored';
  if (failure instanceof EndedDownload) return failure.end;
  throw failure;
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
  count: async ({ leaseId, resources }) => sizeOf((await divide(leaseId, resources))[0]),
  verify: async ({ lease, resources }) => {
    const [cache, key, stored] = [await caches.open(bookCache(lease.id)), await importKey(lease.key), await filesOf(lease.id)];
    const damaged: string[] = [];
    for (const { href, sha256 } of resources) {
      const entry = stored.catalog.files[href];
      if (entry === undefined) continue;
      const content = await readStored(cache, key, href, entry).catch(() => undefined);
      if (content === undefined || (await hashOf(content.buffer)) !== sha256) damaged.push(href);
    }
    if (damaged.length > 0) await stored.drop(damaged);
    return { damaged: damaged.length };
  },
  remove: async ({ leaseId }) => {
    downloading?.abort();
    storing.delete(leaseId);
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
