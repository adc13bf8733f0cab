/** Hits of a word in the open book, page by page, grouped by chapter. */
import { type Locator, type OutputOf, searchInBook } from '@shufang/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call } from '../../platform/api/client.ts';
import { documentOf } from './book-outline.ts';

export type FoundFormulas = NonNullable<OutputOf<typeof searchInBook>['formulas']>;

export interface HitGroup {
  key: string;
  title: string;
  hits: { locator: Locator; index: number }[];
}

/** Hits come in reading order; one chapter stays one group. */
export const groupHits = (hits: readonly Locator[], titleOf: (href: string) => string): HitGroup[] => {
  const groups: HitGroup[] = [];
  hits.forEach((locator, index) => {
    const href = documentOf(locator.href);
    const title = locator.title ?? titleOf(href);
    const key = `${href}|${title}`;
    const last = groups.at(-1);
    if (last?.key === key) last.hits.push({ locator, index });
    else groups.push({ key, title, hits: [{ locator, index }] });
  });
  return groups;
};

const HITS_A_PAGE = 100;

export const useSearchInBook = (bookId: string, words: string) => {
  const q = useDeferredValue(words.trim());
  const query = useInfiniteQuery({
    queryKey: ['searchInBook', bookId, q],
    queryFn: async ({ pageParam, signal }) => {
      // Waits for the next letter: a search for each one would only be thrown away.
      await new Promise((resolve) => setTimeout(resolve, 180));
      signal.throwIfAborted();
      return call(searchInBook, { bookId, q, limit: HITS_A_PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: q !== '',
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });
  const hits = query.data?.pages.flatMap((page) => page.hits) ?? [];
  return { q, query, hits, total: query.data?.pages[0]?.total ?? 0, formulas: query.data?.pages[0]?.formulas };
};
