/** Search hits in the open book, loaded page by page and grouped by chapter. */
import { type Locator, type OutputOf, searchInBook } from '@shufang/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useConnection } from '../../platform/api/connection.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { documentOf } from './book-outline.ts';
import { addToRow, type HitRow, rowOf } from './hit-rows.ts';
import { prepareStoredSearch, searchStoredBook } from './stored-book.ts';

type SearchPage = OutputOf<typeof searchInBook>;
export type FoundFormulas = NonNullable<OutputOf<typeof searchInBook>['formulas']>;
export type LockedHits = NonNullable<OutputOf<typeof searchInBook>['locked']>;

export interface HitGroup {
  key: string;
  title: string;
  rows: HitRow[];
}

/** Groups hits by chapter, in rows. Hits are in reading order, so each chapter has one group. */
export const groupHits = (hits: readonly Locator[], titleOf: (href: string) => string): HitGroup[] => {
  const groups: HitGroup[] = [];
  hits.forEach((locator, index) => {
    const href = documentOf(locator.href);
    const title = locator.title ?? titleOf(href);
    const key = `${href}|${title}`;
    const last = groups.at(-1);
    const row = last?.key === key ? last.rows.at(-1) : undefined;
    const joined = row && addToRow(row, locator);
    if (last && joined) last.rows.splice(-1, 1, joined);
    else if (last?.key === key) last.rows.push(rowOf(locator, index));
    else groups.push({ key, title, rows: [rowOf(locator, index)] });
  });
  return groups;
};

const HITS_PER_PAGE = 100;
/** Minimum time between the requests for two texts, so that fast typing does not send a request for each character. */
const INTERVAL_MS = 180;
/** Interval between searches in a book whose text is still being indexed. */
const INDEXING_POLL_MS = 2_000;

/** Beginning of the cursor of hits in a stored book; the number of the hits before the page follows. */
const STORED_CURSOR = 'device:';

/** Searches in the book that is stored on this device; undefined if it is not. */
const searchOnDevice = async (bookId: string, q: string, offset: number): Promise<SearchPage | undefined> => {
  const found = await searchStoredBook(bookId, { q, offset, limit: HITS_PER_PAGE });
  if (found === undefined) return undefined;
  const end = offset + found.hits.length;
  return { ...found, ...(end < found.total ? { next: `${STORED_CURSOR}${end}` } : {}) };
};

export const useSearchInBook = (bookId: string, text: string) => {
  const q = useDeferredValue(text.trim());
  const earliestAt = useRef(0);
  useEffect(() => {
    if (!useConnection.getState().isOffline || !hasReaderDatabase()) return;
    // A book that is not readable here is reported when the reader searches.
    prepareStoredSearch(bookId).catch(() => undefined);
  }, [bookId]);
  /** Waits until a request for another text may be sent: at once, unless the last one was sent less than `INTERVAL_MS` ago. */
  const waitForTurn = async (signal: AbortSignal): Promise<void> => {
    const waitMs = earliestAt.current - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
    earliestAt.current = performance.now() + INTERVAL_MS;
  };
  const query = useInfiniteQuery({
    queryKey: ['searchInBook', bookId, q],
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      if (pageParam === '') await waitForTurn(signal);
      if (pageParam.startsWith(STORED_CURSOR)) {
        return (await searchOnDevice(bookId, q, Number(pageParam.slice(STORED_CURSOR.length)))) ?? { hits: [], total: 0 };
      }
      // Without a network the server is not requested first: the hits are on the screen at once.
      if (pageParam === '' && useConnection.getState().isOffline && hasReaderDatabase()) {
        const onDevice = await searchOnDevice(bookId, q, 0);
        if (onDevice !== undefined) return onDevice;
      }
      try {
        return await call(searchInBook, { bookId, q, limit: HITS_PER_PAGE, ...cursorInput(pageParam) }, { signal });
      } catch (error) {
        if (!isNetworkError(error) || pageParam !== '' || !hasReaderDatabase()) throw error;
        const onDevice = await searchOnDevice(bookId, q, 0);
        if (onDevice === undefined) throw error;
        return onDevice;
      }
    },
    ...cursorPages,
    enabled: q !== '',
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isIndexing === true ? INDEXING_POLL_MS : false),
    meta: { claims: true },
  });
  const hits = query.data?.pages.flatMap((page) => page.hits) ?? [];
  const first = query.data?.pages[0];
  const [isIndexing, isUnsearchable] = [first?.isIndexing === true, first?.isUnsearchable === true];
  return { q, query, hits, isIndexing, isUnsearchable, total: first?.total ?? 0, locked: first?.locked, formulas: first?.formulas };
};
