/** Removes books from this device. */
import { releaseLease } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { openDeviceStore } from '../../platform/storage/device-books.ts';
import { changeOfflineBook, deleteOfflineBook } from '../../platform/storage/offline-books.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { pauseDownload } from './download-queue.ts';

/** Deletes the text of a book from this device. Throws when the browser refuses its storage. */
export const deleteText = async ({ lease, nextLeaseId }: Pick<OfflineBookEntry, 'lease' | 'nextLeaseId'>): Promise<void> => {
  if (lease === undefined) return;
  const store = await openDeviceStore(lease);
  try {
    await store.remove({ leaseId: lease.id });
    if (nextLeaseId !== undefined) await store.remove({ leaseId: nextLeaseId });
  } finally {
    store.close();
  }
};

/** Reports to the server that the device has removed a book, so that another device can have it. Throws `ApiError`. */
export const reportRelease = async (book: OfflineBookEntry): Promise<void> => {
  if (book.lease !== undefined) await call(releaseLease, { id: book.lease.id });
  await deleteOfflineBook(readerDatabase(), book);
};

/** Removes a book. Annotations stay. Without a network the release is reported to the server later. */
export const removeOfflineBook = async (book: OfflineBookEntry): Promise<void> => {
  const db = readerDatabase();
  await pauseDownload(book.owner, book.bookId);
  await deleteText(book);
  await changeOfflineBook(db, book, { state: 'released' });
  await db.offlineContents.delete([book.owner, book.bookId]);
  try {
    await reportRelease(book);
  } catch {
    // The server could not be reached; the upkeep of the next start reports the release again.
  }
};
