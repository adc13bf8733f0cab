/**
 * Opens a book: its right, manifest and content URL. Requested for every visit, because the response contains a content ticket, which
 * expires.
 */
import { mayReadAll, type OutputOf, openBook } from '@shufang/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session.ts';

export type OpenedBook = OutputOf<typeof openBook>;

/**
 * Returns the query that opens a book. After another user has signed in or out, the query returns the previous response until the new one
 * is loaded, so that the page stays mounted.
 */
export const useOpenBook = (bookId: string) => {
  const userId = useSession((session) => session.userId);
  return useQuery({
    queryKey: ['openBook', bookId, userId ?? ''],
    queryFn: ({ signal }) => call(openBook, { bookId }, { signal }),
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
export const openAgain = (bookId: string, activity: 'idle' | 'acting'): Promise<OpenedBook> => call(openBook, { bookId, goOn: activity });

/** Returns whether a chapter that was open is closed now: the right has ended, or the trial is shorter. */
export const isLessThan = (now: OpenedBook, before: OpenedBook): boolean => {
  const open = new Set(now.manifest.readingOrder.flatMap((item) => (item.open ? item.href : [])));
  // The chapters of another version cannot be compared, so only the rights are compared.
  if (now.version.id !== before.version.id) return mayReadAll(before.right) && !mayReadAll(now.right);
  return before.manifest.readingOrder.some((item) => item.open && !open.has(item.href));
};
