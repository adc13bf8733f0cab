/** Finds files of a stored book that are missing or damaged, and has them downloaded again. What the reader has written is elsewhere. */
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { openDeviceStore } from '../../platform/storage/device-books.ts';
import { changeOfflineBook, findOfflineBook } from '../../platform/storage/offline-books.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { runDownloads } from './download-queue.ts';

/** Time in ms after which the files are compared with their hashes again. */
const VERIFY_EVERY_MS = 7 * 86_400_000;

/** Has the missing files downloaded. Until then the rest of the book can be read. */
const downloadAgain = (book: OfflineBookEntry, reason: string): Promise<void> =>
  changeOfflineBook(readerDatabase(), book, { state: 'waiting', isMending: true, reason });

/** Checks one book. `isThorough`: compares the hashes too, which reads every file. Returns whether something was missing. */
const checkBook = async (book: OfflineBookEntry, isThorough: boolean): Promise<boolean> => {
  const { owner, bookId, lease } = book;
  const db = readerDatabase();
  const content = await db.offlineContents.get([owner, bookId]);
  if (content === undefined || lease?.key === undefined) return false;
  const store = await openDeviceStore(lease);
  try {
    const { resources } = content;
    let damaged = 0;
    if (isThorough) {
      ({ damaged } = await store.verify({ lease: { id: lease.id, key: lease.key }, resources }));
      await changeOfflineBook(db, book, { verifiedAt: Date.now() });
    }
    const { files } = await store.count({ leaseId: lease.id, resources });
    if (files === resources.length) return false;
    await downloadAgain(book, damaged > 0 ? offlineText.damaged(damaged) : offlineText.evicted);
    return true;
  } finally {
    store.close();
  }
};

/** Checks that the files of complete books are there, and once a week that they are undamaged. */
export const checkBooks = async (books: readonly OfflineBookEntry[]): Promise<void> => {
  for (const book of books)
    if (book.state === 'ready') await checkBook(book, (book.verifiedAt ?? book.addedAt) + VERIFY_EVERY_MS <= Date.now());
};

/** Checks a book of which a file could not be shown, and downloads what is missing. */
export const mendBook = async (owner: string, bookId: string): Promise<void> => {
  const book = await findOfflineBook(readerDatabase(), owner, bookId);
  if (book?.state === 'ready' && (await checkBook(book, true))) await runDownloads();
};
