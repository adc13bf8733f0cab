/**
 * Where the files of stored books lie: in a browser in the cache of the book's content origin, in the desktop client in encrypted files. The
 * same functions for both, so that the rest of the client need not know.
 */
import type { Locator, OfflineLease } from '@shufang/contract';
import { type DesktopBridge, findDesktop, storedBookUrl, toBookUrl } from '@shufang/desktop-bridge';
import { type BookStore, offlineBaseUrl, openBookStore } from '@shufang/reading-engine';

type StoredResource = Parameters<BookStore['count']>[0]['resources'][number];
type LeaseAddresses = Pick<OfflineLease, 'bookId' | 'frameUrl' | 'storeUrl'>;

/** Returns what the main process needs of the files: it rejects further fields. */
const filesOf = (resources: readonly StoredResource[]): StoredResource[] =>
  resources.map(({ href, sha256, bytes }) => ({ href, sha256, bytes }));

const desktopStore = ({ books, onBookProgress }: DesktopBridge, { bookId, frameUrl }: LeaseAddresses): BookStore => ({
  prepare: () => books.storeEnginePage({ bookId, url: frameUrl }),
  download: async ({ lease: { id, key }, baseUrl, resources }, onProgress) => {
    const stop = onBookProgress(onProgress);
    try {
      return await books.downloadBook({ bookId, lease: { id, key }, baseUrl, resources: filesOf(resources) });
    } finally {
      stop();
    }
  },
  pause: () => books.pauseDownload(),
  count: ({ leaseId, resources }) => books.countStoredFiles({ leaseId, resources: filesOf(resources) }),
  verify: ({ lease: { id, key }, resources }) => books.verifyBook({ lease: { id, key }, resources: filesOf(resources) }),
  storeText: ({ lease: { id, key }, text }) => books.storeBookText({ lease: { id, key }, text }),
  search: async ({ lease: { id, key }, ...query }) => {
    const { hits, total } = await books.searchStoredBook({ lease: { id, key }, ...query });
    // The main process finds them with the same function as a browser (`search-text.ts`).
    return { hits: hits as Locator[], total };
  },
  remove: (input) => books.removeBook(input),
  space: async () => ({ free: await books.freeSpace() }),
  close: () => undefined,
});

/** Opens the store in which the files of a lease lie. Rejects if the browser refuses its storage. */
export const openDeviceStore = async (lease: LeaseAddresses): Promise<BookStore> => {
  const desktop = findDesktop();
  return desktop === undefined ? openBookStore(lease.storeUrl) : desktopStore(desktop, lease);
};

/**
 * Returns a lease of the server as this device stores it: in the desktop client its key is sealed by the system's key store, so that a copy
 * of the data folder opens nothing elsewhere.
 */
export const sealLease = async (lease: OfflineLease): Promise<OfflineLease> => {
  const desktop = findDesktop();
  if (desktop === undefined) return lease;
  const { id, bookId, key, expiresAt } = lease;
  return { ...lease, key: await desktop.books.sealLeaseKey({ id, bookId, key, expiresAt }) };
};

/** Returns the URLs of a stored book; undefined if this device cannot open its key. */
export const storedUrlsOf = async (
  lease: LeaseAddresses & { readonly id: string; readonly key: string },
): Promise<{ readonly frameUrl: string; readonly baseUrl: string } | undefined> => {
  const desktop = findDesktop();
  const { id, key, bookId, frameUrl } = lease;
  if (desktop === undefined) return { frameUrl, baseUrl: offlineBaseUrl(new URL(frameUrl).origin, lease) };
  if (!(await desktop.books.canOpenBook({ id, key }))) return undefined;
  return { frameUrl: toBookUrl(desktop.facts, bookId, frameUrl), baseUrl: storedBookUrl(bookId, { id, key }) };
};

/** Returns the free space for books in bytes; undefined if neither the browser nor the system says. */
export const freeSpaceForBooks = async (): Promise<number | undefined> => {
  const desktop = findDesktop();
  if (desktop !== undefined) return desktop.books.freeSpace();
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota === undefined ? undefined : Math.max(0, quota - usage);
};
