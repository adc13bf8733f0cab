/** Queries of the activation-code pages, with their keys in the query cache. */
import { type BatchState, type ClaimStatus, listClaims, listCodeBatches, listMyClaims, searchBooks } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';

export const myClaimsQuery = () =>
  queryOptions({
    queryKey: ['activation-code', 'claims', 'mine'],
    queryFn: async ({ signal }) => (await callWithCache(listMyClaims, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

export const batchesQuery = (state?: BatchState) =>
  infiniteQueryOptions({
    queryKey: ['activation-code', 'batches', state ?? 'all'],
    queryFn: ({ pageParam, signal }) => call(listCodeBatches, { ...(state && { state }), ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    staleTime: 0,
    meta: { claims: true },
  });

export const claimsQuery = (status: ClaimStatus) =>
  infiniteQueryOptions({
    queryKey: ['activation-code', 'claims', 'admin', status],
    queryFn: ({ pageParam, signal }) => call(listClaims, { status, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    staleTime: 0,
    meta: { claims: true },
  });

/** Query that searches books by text, for the book picker. */
export const bookChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['activation-code', 'book-choices', q],
    queryFn: async ({ signal }) => {
      const { hits } = await call(searchBooks, { q, tab: 'books', limit: 10 }, { signal });
      return [...new Map(hits.map(({ book }) => [book.id, book])).values()];
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { claims: true },
  });

/** Invalidates every query that shows an entitlement. Call it after an entitlement changed. */
export const refreshRights = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    ['catalog', 'bookshelf', 'orders', 'activation-code', 'license', 'reading'].map((first) =>
      client.invalidateQueries({ queryKey: [first] }),
    ),
  );
