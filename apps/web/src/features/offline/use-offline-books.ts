/** The books on this device, from its database: updates when this or another tab downloads. */
import { useLiveQuery } from 'dexie-react-hooks';
import { listOfflineBooks } from '../../platform/storage/offline-books.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';

/** Returns the books of the current owner by id; undefined until the database was read. Books that were removed are left out. */
export const useOfflineBooks = (): ReadonlyMap<string, OfflineBookEntry> | undefined => {
  const owner = useOwner();
  return useLiveQuery(async () => {
    const books = await listOfflineBooks(readerDatabase(), owner);
    return new Map(books.flatMap((book) => (book.state === 'released' ? [] : [[book.bookId, book] as const])));
  }, [owner]);
};

/** Returns whether the current owner can read the book on this device without a network. */
export const useIsOnDevice = (bookId: string | undefined): boolean => {
  const books = useOfflineBooks();
  return bookId !== undefined && books?.get(bookId)?.state === 'ready';
};
