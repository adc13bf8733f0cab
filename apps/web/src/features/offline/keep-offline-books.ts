/**
 * Renews the leases of the books on this device, deletes the texts of ended ones, checks their files, and finds newer versions. Runs when
 * the client starts, when the connection is back, and once a day.
 */
import { type OfflineLease, renewLeases } from '@shufang/contract';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { openDeviceStore, sealLease } from '../../platform/storage/device-books.ts';
import { changeOfflineBook, leaseTime, listOfflineBooks, withLeaseKeys } from '../../platform/storage/offline-books.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { rememberOfflineReader, runDownloads } from './download-queue.ts';
import { checkBooks } from './mend-book.ts';
import { deleteText, reportRelease } from './remove-offline-book.ts';

/** Ends a book: deletes its text and says why. Annotations stay. */
const end = async (book: OfflineBookEntry, reason: string): Promise<void> => {
  const db = readerDatabase();
  await deleteText(book);
  await db.offlineContents.delete([book.owner, book.bookId]);
  const { lease: _lease, ...rest } = book;
  await db.offlineBooks.put({ ...rest, state: 'ended', reason, storedBytes: 0 });
};

/** Stores a renewed lease, and the pages of a new version of the reading engine. */
const renew = async (book: OfflineBookEntry, lease: OfflineLease): Promise<void> => {
  await changeOfflineBook(readerDatabase(), book, { lease: await sealLease(lease) });
  if (book.lease?.frameUrl === lease.frameUrl && book.lease.storeUrl === lease.storeUrl) return;
  const store = await openDeviceStore(lease);
  try {
    await store.prepare({ pages: [lease.frameUrl, lease.storeUrl] });
  } finally {
    store.close();
  }
};

const renewAll = async (books: readonly OfflineBookEntry[]): Promise<void> => {
  const byLease = new Map(books.flatMap((book) => (book.lease === undefined ? [] : [[book.lease.id, book] as const])));
  if (byLease.size === 0) return;
  const { renewed, ended, outdated } = await call(renewLeases, { ids: [...byLease.keys()] });
  for (const lease of renewed) {
    const book = byLease.get(lease.id);
    if (book !== undefined) await renew(book, lease);
    if (book?.state === 'ready' && outdated.includes(lease.id)) await changeOfflineBook(readerDatabase(), book, { isOutdated: true });
  }
  for (const { id, reason } of ended) {
    const book = byLease.get(id);
    if (book !== undefined) await end(book, reason);
  }
};

/** Ends the books whose leases have expired, of every user of this device: also of one whose session has expired before. */
export const endExpiredBooks = async (): Promise<void> => {
  const db = readerDatabase();
  const now = await leaseTime(db);
  for (const book of await db.offlineBooks.toArray())
    if (book.lease !== undefined && book.lease.expiresAt <= now) await end(book, offlineText.expired);
};

/** Does all of this once for the books of an owner. Without a network only expired leases end. */
export const keepOfflineBooks = async (owner: string): Promise<void> => {
  const db = readerDatabase();
  await endExpiredBooks();
  await rememberOfflineReader(owner);
  try {
    const books = await listOfflineBooks(db, owner);
    for (const book of books.filter(({ state }) => state === 'released')) await reportRelease(book);
    await withLeaseKeys(() => renewAll(books.filter(({ state }) => state !== 'released')));
    await rememberOfflineReader(owner);
    await checkBooks(await listOfflineBooks(db, owner));
  } catch (error) {
    if (!isNetworkError(error)) throw error;
  }
  await runDownloads();
};
