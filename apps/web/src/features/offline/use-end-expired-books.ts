import { useEffect } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { canStoreBooks } from './can-store-books.ts';

/** Time in ms after the start of the page in which nothing is done, so that the page loads first. */
const START_DELAY_MS = 3_000;

const endExpired = async (): Promise<void> => {
  try {
    await (await import('./keep-offline-books.ts')).endExpiredBooks();
  } catch (error) {
    // A browser that refuses its storage is tried again the next time.
    reportError(error);
  }
};

/** Deletes the texts of expired leases also while nobody is signed in: the session may have ended long before the lease. */
export const useEndExpiredBooks = (): void => {
  const isSignedIn = useSession(({ token }) => token !== undefined);
  useEffect(() => {
    if (isSignedIn || !hasReaderDatabase() || !canStoreBooks()) return undefined;
    const start = setTimeout(() => void endExpired(), START_DELAY_MS);
    return () => clearTimeout(start);
  }, [isSignedIn]);
};
