/**
 * Opens a book: its right, content URL and the documents around the start position. Requested for every visit, because the response has
 * a content ticket, which expires.
 */
import { mayReadAll, type OutputOf, openBook } from '@shufang/contract';
import { findDesktop, toBookUrl } from '@shufang/desktop-bridge';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useConnection } from '../../platform/api/connection.ts';
import { findSessionToken, useSession } from '../../platform/session/session.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { startDocument } from './start-locator.ts';
import { openStoredBook } from './stored-book.ts';

export type OpenedBook = OutputOf<typeof openBook>;

/** Returns the opened book with its content under the origin of the book in the desktop client (`book://`); unchanged in a browser. */
const withBookOrigin = (opened: OpenedBook): OpenedBook => {
  const facts = findDesktop()?.facts;
  if (facts === undefined) return opened;
  const { content, book } = opened;
  const urlOf = (url: string): string => toBookUrl(facts, book.id, url);
  return { ...opened, content: { ...content, frameUrl: urlOf(content.frameUrl), baseUrl: urlOf(content.baseUrl) } };
};

/** How long the server may take before a book that is stored on this device is opened from there. */
const STORED_BOOK_PATIENCE_MS = 2_500;

/** Opens a book from the device if it is stored there and the server does not respond. Throws `ApiError` of the server otherwise. */
const openWithStored = async (bookId: string, online: () => Promise<OpenedBook>): Promise<OpenedBook> => {
  const stored = hasReaderDatabase() ? await openStoredBook(bookId) : undefined;
  if (stored === undefined) return online();
  if (!navigator.onLine || useConnection.getState().isOffline) return stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<OpenedBook>((resolve) => {
    timer = setTimeout(() => resolve(stored), STORED_BOOK_PATIENCE_MS);
  });
  const opened = online().catch((error: unknown) => {
    if (!isNetworkError(error)) throw error;
    return stored;
  });
  return Promise.race([opened, patience]).finally(() => clearTimeout(timer));
};

/**
 * Returns the query that opens a book. After another user has signed in or out, the query returns the previous response until the new one
 * is loaded, so that the page stays mounted.
 */
export const useOpenBook = (bookId: string) => {
  const userId = useSession((session) => session.userId);
  const { search } = useLocation();
  return useQuery({
    queryKey: ['openBook', bookId, userId ?? ''],
    queryFn: ({ signal }) =>
      openWithStored(bookId, async () =>
        withBookOrigin(await call(openBook, { bookId, near: startDocument({ bookId, search, token: findSessionToken() }) }, { signal })),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
};

/**
 * Requests a new content ticket for a book that is already open. `activity`: whether the reader is active, or the page renews the content
 * ticket without the reader. Throws `ApiError`.
 */
export const openAgain = async (bookId: string, activity: 'idle' | 'acting'): Promise<OpenedBook> =>
  withBookOrigin(await call(openBook, { bookId, goOn: activity }));

/** Returns what the reading engine needs of an opened book. */
export const publicationOf = ({ metadata, readingOrder }: OpenedBook): Pick<OpenedBook, 'metadata' | 'readingOrder'> => ({
  metadata,
  readingOrder,
});

/** Returns whether a chapter that was open is closed now: the right has ended, or the trial is shorter. */
export const isLessThan = (now: OpenedBook, before: OpenedBook): boolean => {
  // The chapters of another version cannot be compared, so only the rights are compared.
  if (now.version.id !== before.version.id) return mayReadAll(before.right) && !mayReadAll(now.right);
  return before.openRanges.some(([from, to]) => !now.openRanges.some((range) => range[0] <= from && to <= range[1]));
};
