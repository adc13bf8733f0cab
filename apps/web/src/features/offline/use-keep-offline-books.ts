import { useEffect } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { onReachable } from '../../platform/api/connection.ts';
import { useSession } from '../../platform/session/session.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { canStoreBooks } from './can-store-books.ts';

const DAY_MS = 86_400_000;
/** Time in ms after the start of the page in which nothing is done, so that the page loads first. */
const START_DELAY_MS = 3_000;

const keep = async (owner: string): Promise<void> => {
  if (!hasReaderDatabase()) return;
  try {
    await (await import('./keep-offline-books.ts')).keepOfflineBooks(owner);
  } catch (error) {
    // The API client has handled errors of the session; a browser that refuses its storage is tried again the next time.
    if (!(error instanceof ApiError)) reportError(error);
  }
};

/** Keeps the books of the signed-in user on this device up to date while the component is mounted (`keep-offline-books.ts`). */
export const useKeepOfflineBooks = (): void => {
  const owner = useSession((session) => session.userId);
  useEffect(() => {
    if (owner === undefined || !canStoreBooks()) return undefined;
    const run = (): void => void keep(owner);
    const start = setTimeout(run, START_DELAY_MS);
    const daily = setInterval(run, DAY_MS);
    const stop = onReachable(run);
    return () => {
      clearTimeout(start);
      clearInterval(daily);
      stop();
    };
  }, [owner]);
};
