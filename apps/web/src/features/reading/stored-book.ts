/** Opens books that are stored on this device (`features/offline`), without the server. */
import type { BookStore } from '@shufang/reading-engine';
import { openDeviceStore, storedUrlsOf } from '../../platform/storage/device-books.ts';
import { findReadableBook, type ReadableBook } from '../../platform/storage/offline-books.ts';
import { type OfflineContentEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { ownerNow } from '../../platform/storage/use-owner.ts';

/** Returns the stored book as `openBook` would return it, with its content on the device; undefined if it is not stored or not readable. */
export const openStoredBook = async (bookId: string): Promise<OfflineContentEntry['opened'] | undefined> => {
  const book = await findReadableBook(readerDatabase(), ownerNow(), bookId);
  if (book === undefined) return undefined;
  const { lease, content } = book;
  const urls = await storedUrlsOf(lease);
  // The scripts of a book are not on the device.
  const { scripts: _scripts, ...opened } = content.opened;
  return urls && { ...opened, content: { ...urls, expiresAt: lease.expiresAt } };
};

/** Returns the stored manifest of a version; undefined if another version or none is stored. */
export const findStoredManifest = async (bookId: string, versionId: string): Promise<OfflineContentEntry['manifest'] | undefined> => {
  const content = (await findReadableBook(readerDatabase(), ownerNow(), bookId))?.content;
  return content?.opened.version.id === versionId ? content.manifest : undefined;
};

/** The store of the book that was searched last; it stays open for the next query. */
let searching: { readonly leaseId: string; readonly store: Promise<BookStore> } | undefined;

/** Closes the store that was opened for searches, and with it the text in memory. */
export const closeStoredSearch = (): void => {
  // A store that did not open has nothing to close.
  searching?.store.then((store) => store.close()).catch(() => undefined);
  searching = undefined;
};

const storeFor = (lease: ReadableBook['lease']): Promise<BookStore> => {
  if (searching?.leaseId === lease.id) return searching.store;
  closeStoredSearch();
  const store = openDeviceStore(lease);
  const opening = { leaseId: lease.id, store };
  searching = opening;
  // The next query opens the store again.
  store.catch(() => {
    if (searching === opening) searching = undefined;
  });
  return store;
};

/** Hits in a stored book; undefined if it is not stored or not readable. */
export const searchStoredBook = async (
  bookId: string,
  query: { readonly q: string; readonly offset: number; readonly limit: number },
): Promise<Awaited<ReturnType<BookStore['search']>> | undefined> => {
  const lease = (await findReadableBook(readerDatabase(), ownerNow(), bookId))?.lease;
  return lease === undefined ? undefined : (await storeFor(lease)).search({ lease, ...query });
};

/** A query that no book contains: a character of the private use area. */
const NO_TEXT = '\u{e000}';

/** Decrypts the text of a stored book, so that the first search of the reader need not wait for that. Rejects if it is not readable. */
export const prepareStoredSearch = async (bookId: string): Promise<void> => {
  await searchStoredBook(bookId, { q: NO_TEXT, offset: 0, limit: 1 });
};
