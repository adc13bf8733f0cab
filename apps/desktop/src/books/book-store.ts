/** The books of one server in files of the client: downloads them from the content origin, checks them and searches in them. Main process. */
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type BundledFile, groupForBundles, readBundle } from '@shufang/contract/book-bundle';
import { prepareSearch, type StoredText, searchText } from '@shufang/contract/search-text';
import type { BookDownloadEnd, BookProgress } from '@shufang/desktop-bridge';
import type { BOOK_CHANNELS } from '@shufang/desktop-bridge/book-channels';
import type { z } from 'zod';
import type { LeaseKeys } from './lease-keys.ts';
import { hashOf, readSealedFile, type SealedLocation, sealFile } from './sealed-file.ts';
import { openStoredFiles, type StoredFiles } from './stored-files.ts';

type Channels = typeof BOOK_CHANNELS;
type Handlers = { readonly [Name in keyof Channels]: (input: z.output<Channels[Name]>) => unknown };
type DownloadInput = z.output<Channels['download-book']>;
type StoredResource = DownloadInput['resources'][number];

/** Number of bundles, or of large files, that are requested at the same time. */
const PARALLEL = 3;
/** Time in ms after which a request whose response has not begun counts as a failure of the network. */
const PATIENCE_MS = 20_000;
/** Name under which the searchable text of a book is stored; no file of a book has such a name. */
const TEXT_HREF = '~text.json';

/** Headers of the server's response that are sent with a stored file: without them a document would have another content policy. */
const STORED_HEADERS = [
  'content-type',
  'content-security-policy',
  'content-disposition',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
];

class EndedDownload extends Error {
  readonly end: BookDownloadEnd;
  constructor(end: BookDownloadEnd) {
    super(end);
    this.end = end;
  }
}

const decompress = promisify(gunzip);

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

interface Fetched {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const storedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

interface FetchInit {
  readonly signal: AbortSignal;
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A file as it was received. */
interface ReceivedFile extends Fetched {
  readonly href: string;
}

interface Source {
  readonly baseUrl: string;
  readonly paused: AbortSignal;
}

export interface BookStoreOptions {
  /** Folder of the books of this server. */
  readonly folder: string;
  /** Setting CONTENT_URL of the server. */
  readonly contentUrl: string;
  readonly keys: LeaseKeys;
  readonly fetch: (url: string, init: FetchInit) => Promise<Response>;
  readonly onProgress: (progress: BookProgress) => void;
  /** Writes a file; tests pass one that fails. */
  readonly write?: (file: string, content: Buffer) => Promise<void>;
}

const sizeOf = (resources: readonly StoredResource[]): BookProgress => ({
  files: resources.length,
  bytes: resources.reduce((sum, { bytes }) => sum + bytes, 0),
});

export interface BookStore {
  readonly handlers: Handlers;
  /** Returns where a stored file is; undefined if it is not stored. */
  find(leaseId: string, href: string): Promise<SealedLocation | undefined>;
  /** Returns a stored page of the reading engine; undefined if it is not stored. `url`: at the server. */
  findEnginePage(url: string): Promise<Fetched | undefined>;
}

/** A page of the reading engine is the same for every reader, and is sealed only so that damage is noticed. */
const PAGE_KEY = Buffer.alloc(32);

export const createBookStore = ({
  folder,
  contentUrl,
  keys,
  fetch,
  onProgress,
  write: writeTo = writeFile,
}: BookStoreOptions): BookStore => {
  const folderOf = (leaseId: string): string => path.join(folder, leaseId);
  const nameOf = (href: string): string => hashOf(href);
  /** The query of a page's URL names the app that embeds it; the page itself is the same for all. */
  const pageNameOf = (url: string): string => url.replace(/\?.*$/s, '');
  const pageFile = (url: string): string => path.join(folder, 'pages', nameOf(pageNameOf(url)));
  /** Throws if the URL is not on the content origin of the book. */
  const requireContentUrl = (bookId: string, url: string): void => {
    if (!url.startsWith(`${contentUrl.replace('{book}', bookId)}/`)) throw new Error('this is no address of the book');
  };
  /** Returns the key of a lease. Throws if the key store does not open it. */
  const keyOf = (lease: DownloadInput['lease']): Buffer => {
    const opened = keys.open(lease);
    if (opened === undefined) throw new Error('the key store does not open this book');
    return opened.key;
  };
  const write = async (file: string, content: Buffer): Promise<void> => {
    try {
      await writeTo(file, content);
    } catch (error) {
      throw isFull(error) ? new EndedDownload('full') : error;
    }
  };

  const openedFiles = new Map<string, Promise<StoredFiles>>();
  /** Returns the files of a lease; the same object each time, because it writes the catalog. */
  const filesOf = (leaseId: string): Promise<StoredFiles> => {
    const files = openedFiles.get(leaseId) ?? openStoredFiles(folderOf(leaseId), write);
    openedFiles.set(leaseId, files);
    return files;
  };

  /** Returns the result of `read`, which reads a response. Throws `EndedDownload` if the server refuses it, or does not send it completely. */
  const fetchWith = async <T>(
    url: string,
    init: Omit<FetchInit, 'signal'>,
    paused: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, PATIENCE_MS);
    paused.addEventListener('abort', end);
    try {
      const response = await fetch(url, { ...init, signal: ending.signal });
      clearTimeout(timer);
      if (response.status === 403) throw new EndedDownload('refused');
      if (!response.ok) throw new EndedDownload('network');
      return await read(response);
    } catch (error) {
      if (error instanceof EndedDownload) throw error;
      throw new EndedDownload(paused.aborted ? 'paused' : 'network');
    } finally {
      clearTimeout(timer);
      paused.removeEventListener('abort', end);
    }
  };

  const fetchPage = (url: string, paused: AbortSignal): Promise<Fetched> =>
    fetchWith(url, {}, paused, async (response) => ({
      content: Buffer.from(await response.arrayBuffer()),
      headers: storedHeaders(response.headers),
    }));

  const fetchFile = async ({ baseUrl, paused }: Source, href: string): Promise<ReceivedFile> => ({
    href,
    ...(await fetchPage(baseUrl + href.split('/').map(encodeURIComponent).join('/'), paused)),
  });

  const receive = async ({ href, headers, content, encoding }: BundledFile): Promise<ReceivedFile> => ({
    href,
    headers,
    content: encoding === undefined ? Buffer.from(content) : await decompress(content),
  });

  /** Requests the files of a group, several by one request. */
  const fetchGroup = async (source: Source, group: readonly StoredResource[]): Promise<readonly ReceivedFile[]> => {
    const [first, second] = group;
    if (first !== undefined && second === undefined) return [await fetchFile(source, first.href)];
    const init = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hrefs: group.map(({ href }) => href) }),
    };
    return fetchWith(source.baseUrl, init, source.paused, async (response) =>
      Promise.all(readBundle(new Uint8Array(await response.arrayBuffer())).map(receive)),
    );
  };

  /** Requests a group and compares each file with its hash. Those that differ are requested once more, alone. */
  const fetchUndamaged = async (source: Source, group: readonly StoredResource[]): Promise<readonly ReceivedFile[]> => {
    const files = new Map((await fetchGroup(source, group)).map((file) => [file.href, file]));
    return Promise.all(
      group.map(async ({ href, sha256 }) => {
        const file = files.get(href);
        if (file !== undefined && hashOf(file.content) === sha256) return file;
        const again = await fetchFile(source, href);
        if (hashOf(again.content) !== sha256) throw new EndedDownload('damaged');
        return again;
      }),
    );
  };

  const store = async (leaseId: string, key: Buffer, files: readonly ReceivedFile[]): Promise<void> => {
    const sealed = files.map(({ href, content, headers }) => ({ href, sealed: sealFile(key, href, content, headers) }));
    await (await filesOf(leaseId)).add(sealed);
  };

  /** Returns which of the resources are stored, and which are not. */
  const divide = async (leaseId: string, resources: readonly StoredResource[]): Promise<[StoredResource[], StoredResource[]]> => {
    const files = await filesOf(leaseId);
    const isStored = ({ href }: StoredResource): boolean => files.find(href) !== undefined;
    return [resources.filter(isStored), resources.filter((resource) => !isStored(resource))];
  };

  let downloading: AbortController | undefined;
  const download = async ({ bookId, lease, baseUrl, resources }: DownloadInput): Promise<BookDownloadEnd> => {
    requireContentUrl(bookId, baseUrl);
    downloading?.abort();
    const own = new AbortController();
    downloading = own;
    const key = keyOf(lease);
    await (await filesOf(lease.id)).deleteUnused();
    const [done, missing] = await divide(lease.id, resources);
    let progress = sizeOf(done);
    onProgress(progress);
    const queue = groupForBundles(missing).values();
    let failure: unknown;
    const work = async (): Promise<void> => {
      try {
        for (const group of queue) {
          if (own.signal.aborted) throw new EndedDownload('paused');
          await store(lease.id, key, await fetchUndamaged({ baseUrl, paused: own.signal }, group));
          const added = sizeOf(group);
          progress = { files: progress.files + added.files, bytes: progress.bytes + added.bytes };
          onProgress(progress);
        }
      } catch (error) {
        failure ??= error;
        own.abort();
      }
    };
    // Files that are being written are complete before the download ends.
    await Promise.all(Array.from({ length: PARALLEL }, work));
    if (failure === undefined) return 'stored';
    if (failure instanceof EndedDownload) return failure.end;
    throw failure;
  };

  /** The text that was searched last, so that the next query need not decrypt it again. */
  let searched: { readonly leaseId: string; readonly text: Promise<StoredText> } | undefined;
  const decryptText = async (lease: DownloadInput['lease'], key: Buffer): Promise<StoredText> => {
    const location = (await filesOf(lease.id)).find(TEXT_HREF);
    if (location === undefined) throw new Error('the text of the book is not stored');
    const { content } = await readSealedFile(location, key, TEXT_HREF);
    const text = JSON.parse(content.toString()) as StoredText;
    await prepareSearch(text, () => new Promise((resolve) => setImmediate(resolve)));
    return text;
  };
  const readText = (lease: DownloadInput['lease']): Promise<StoredText> => {
    const key = keyOf(lease);
    if (searched?.leaseId === lease.id) return searched.text;
    const text = decryptText(lease, key);
    const reading = { leaseId: lease.id, text };
    searched = reading;
    // The next query reads it again.
    text.catch(() => {
      if (searched === reading) searched = undefined;
    });
    return text;
  };

  const handlers: Handlers = {
    'seal-lease-key': (input) => keys.seal(input),
    'can-open-book': (lease) => keys.open(lease) !== undefined,
    'store-engine-page': async ({ bookId, url }) => {
      requireContentUrl(bookId, url);
      const { content, headers } = await fetchPage(url, new AbortController().signal);
      await mkdir(path.join(folder, 'pages'), { recursive: true });
      await write(`${pageFile(url)}.new`, sealFile(PAGE_KEY, pageNameOf(url), content, headers));
      await rename(`${pageFile(url)}.new`, pageFile(url));
    },
    'download-book': async (input) => ({ end: await download(input) }),
    'pause-download': () => downloading?.abort(),
    'count-stored-files': async ({ leaseId, resources }) => {
      // Files may have been deleted while the client was running.
      openedFiles.delete(leaseId);
      return sizeOf((await divide(leaseId, resources))[0]);
    },
    'verify-book': async ({ lease, resources }) => {
      const [key, files] = [keyOf(lease), await filesOf(lease.id)];
      const damaged: string[] = [];
      for (const { href, sha256 } of resources) {
        const location = files.find(href);
        if (location === undefined) continue;
        const stored = await readSealedFile(location, key, href).catch(() => undefined);
        if (stored === undefined || hashOf(stored.content) !== sha256) damaged.push(href);
      }
      if (damaged.length > 0) await files.drop(damaged);
      return { damaged: damaged.length };
    },
    'store-book-text': async ({ lease, text }) => {
      const key = keyOf(lease);
      searched = undefined;
      try {
        await store(lease.id, key, [{ href: TEXT_HREF, content: Buffer.from(text), headers: {} }]);
        return { isFull: false };
      } catch (error) {
        if (error instanceof EndedDownload) return { isFull: true };
        throw error;
      }
    },
    'search-stored-book': async ({ lease, q, offset, limit }) => searchText(await readText(lease), q, { offset, limit }),
    'remove-book': async ({ leaseId }) => {
      downloading?.abort();
      if (searched?.leaseId === leaseId) searched = undefined;
      openedFiles.delete(leaseId);
      await rm(folderOf(leaseId), { recursive: true, force: true, maxRetries: 3 });
    },
    'free-space': async () => {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
  return {
    handlers,
    find: async (leaseId, href) => (await filesOf(leaseId)).find(href),
    // A missing or damaged page is requested from the server.
    findEnginePage: (url) => readSealedFile({ file: pageFile(url), start: 0 }, PAGE_KEY, pageNameOf(url)).catch(() => undefined),
  };
};
