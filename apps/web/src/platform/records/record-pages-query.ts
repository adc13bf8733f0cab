/** Options of an infinite query for a paged list of records: refetched on mount, previous rows stay while loading. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type CursorPage, cursorInput, cursorPages } from '../api/cursor-pages.ts';

/** Returns the options. `fetchPage` gets no cursor for the first page. The list itself shows a failure. */
export const recordPagesQuery = <Page extends CursorPage>(
  queryKey: readonly unknown[],
  fetchPage: (from: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(cursorInput(pageParam), signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
