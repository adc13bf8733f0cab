/** The books of one server in files of the client: downloads them from the content origin, checks them and searches in them. Main process. */
import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareSearch, type StoredText, searchText } from '@shufang/contract/search-text';
import type { BookDownloadEnd, BookProgress } from '@shufang/desktop-bridge';
import type { BOOK_CHANNELS } from '@shufang/desktop-bridge/book-channels';
import type { z } from 'zod';
import type { LeaseKeys } from './lease-keys.ts';
import { hashOf, readSealedFile, sealFile } from './sealed-file.ts';

type Channels = typeof BOOK_CHANNELS;
type Handlers = { readonly [Name in keyof Channels]: (input: z.output<Channels[Name]>) => unknown };
type DownloadInput = z.output<Channels['download-book']>;
type StoredResource = DownloadInput['resources'][number];

/** Number of files that are requested at the same time. */
const PARALLEL = 6;
/** Time in ms after which a file whose response has not begun counts as a failure of the network. */
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

export interface BookStoreOptions {
  /** Folder of the books of this server. */
  readonly folder: string;
  /** Setting CONTENT_URL of the server. */
  readonly contentUrl: string;
  readonly keys: LeaseKeys;
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Response>;
  readonly onProgress: (progress: BookProgress) => void;
  /** Writes a file; tests pass one that fails. */
  readonly write?: (file: string, content: Buffer) => Promise<void>;
}

export interface BookStore {
  readonly handlers: Handlers;
  /** Path of a stored file. */
  fileOf(leaseId: string, href: string): string;
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
  const fileOf = (leaseId: string, href: string): string => path.join(folderOf(leaseId), nameOf(href));
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
  const storedNames = async (leaseId: string): Promise<ReadonlySet<string>> => new Set(await readdir(folderOf(leaseId)).catch(() => []));

  /** Writes a file so that either nothing or all of it is there. */
  const write = async (file: string, content: Buffer): Promise<void> => {
    try {
      await writeTo(`${file}.new`, content);
      await rename(`${file}.new`, file);
    } catch (error) {
      await rm(`${file}.new`, { force: true });
      throw isFull(error) ? new EndedDownload('full') : error;
    }
  };

  const fetchFile = async (url: string, paused: AbortSignal): Promise<Fetched> => {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, PATIENCE_MS);
    paused.addEventListener('abort', end);
    try {
      const response = await fetch(url, ending.signal);
      clearTimeout(timer);
      if (response.status === 403) throw new EndedDownload('refused');
      if (!response.ok) throw new EndedDownload('network');
      return { content: Buffer.from(await response.arrayBuffer()), headers: storedHeaders(response.headers) };
    } catch (error) {
      if (error instanceof EndedDownload) throw error;
      throw new EndedDownload(paused.aborted ? 'paused' : 'network');
    } finally {
      clearTimeout(timer);
      paused.removeEventListener('abort', end);
    }
  };

  const storeFile = async (
    { leaseId, key, baseUrl }: { leaseId: string; key: Buffer; baseUrl: string },
    { href, sha256 }: StoredResource,
    paused: AbortSignal,
  ): Promise<void> => {
    const url = baseUrl + href.split('/').map(encodeURIComponent).join('/');
    let fetched = await fetchFile(url, paused);
    if (hashOf(fetched.content) !== sha256) fetched = await fetchFile(url, paused);
    if (hashOf(fetched.content) !== sha256) throw new EndedDownload('damaged');
    await write(fileOf(leaseId, href), sealFile(key, href, fetched.content, fetched.headers));
  };

  let downloading: AbortController | undefined;
  const download = async ({ bookId, lease, baseUrl, resources }: DownloadInput): Promise<BookDownloadEnd> => {
    requireContentUrl(bookId, baseUrl);
    downloading?.abort();
    const own = new AbortController();
    downloading = own;
    const key = keyOf(lease);
    await mkdir(folderOf(lease.id), { recursive: true });
    const stored = await storedNames(lease.id);
    const [done, missing] = [
      resources.filter(({ href }) => stored.has(nameOf(href))),
      resources.filter(({ href }) => !stored.has(nameOf(href))),
    ];
    let progress = { files: done.length, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
    onProgress(progress);
    const queue = missing.values();
    let failure: unknown;
    const work = async (): Promise<void> => {
      try {
        for (const resource of queue) {
          if (own.signal.aborted) throw new EndedDownload('paused');
          await storeFile({ leaseId: lease.id, key, baseUrl }, resource, own.signal);
          progress = { files: progress.files + 1, bytes: progress.bytes + resource.bytes };
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
  let searched: { readonly leaseId: string; readonly text: StoredText } | undefined;
  const readText = async (lease: DownloadInput['lease']): Promise<StoredText> => {
    const key = keyOf(lease);
    if (searched?.leaseId === lease.id) return searched.text;
    const { content } = await readSealedFile(fileOf(lease.id, TEXT_HREF), key, TEXT_HREF);
    const text = JSON.parse(content.toString()) as StoredText;
    prepareSearch(text);
    searched = { leaseId: lease.id, text };
    return text;
  };

  const handlers: Handlers = {
    'seal-lease-key': (input) => keys.seal(input),
    'can-open-book': (lease) => keys.open(lease) !== undefined,
    'store-engine-page': async ({ bookId, url }) => {
      requireContentUrl(bookId, url);
      const { content, headers } = await fetchFile(url, new AbortController().signal);
      await mkdir(path.join(folder, 'pages'), { recursive: true });
      await write(pageFile(url), sealFile(PAGE_KEY, pageNameOf(url), content, headers));
    },
    'download-book': async (input) => ({ end: await download(input) }),
    'pause-download': () => downloading?.abort(),
    'count-stored-files': async ({ leaseId, resources }) => {
      const stored = await storedNames(leaseId);
      const done = resources.filter(({ href }) => stored.has(nameOf(href)));
      return { files: done.length, bytes: done.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    'verify-book': async ({ lease, resources }) => {
      const key = keyOf(lease);
      const names = await storedNames(lease.id);
      let damaged = 0;
      for (const { href, sha256 } of resources.filter((resource) => names.has(nameOf(resource.href)))) {
        const stored = await readSealedFile(fileOf(lease.id, href), key, href).catch(() => undefined);
        if (stored !== undefined && hashOf(stored.content) === sha256) continue;
        damaged += 1;
        await rm(fileOf(lease.id, href), { force: true });
      }
      return { damaged };
    },
    'store-book-text': async ({ lease, text }) => {
      const key = keyOf(lease);
      await mkdir(folderOf(lease.id), { recursive: true });
      searched = undefined;
      try {
        await write(fileOf(lease.id, TEXT_HREF), sealFile(key, TEXT_HREF, Buffer.from(text), {}));
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
    fileOf,
    // A missing or damaged page is requested from the server.
    findEnginePage: (url) => readSealedFile(pageFile(url), PAGE_KEY, pageNameOf(url)).catch(() => undefined),
  };
};
