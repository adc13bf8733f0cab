/** What the pages of codes ask the server, with the keys of the query cache. */
import {
  type BatchState,
  type ClaimStatus,
  type LicenceState,
  listClaims,
  listCodeBatches,
  listLicences,
  listMyClaims,
  resolveShortLink,
  searchBooks,
} from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const myClaimsQuery = () =>
  queryOptions({
    queryKey: ['commerce', 'claims', 'mine'],
    queryFn: async ({ signal }) => (await callOrKept(listMyClaims, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

export const batchesQuery = (state?: BatchState) =>
  infiniteQueryOptions({
    queryKey: ['commerce', 'batches', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listCodeBatches, { ...(state && { state }), ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { claims: true },
  });

export const claimsQuery = (status: ClaimStatus) =>
  infiniteQueryOptions({
    queryKey: ['commerce', 'claims', 'desk', status],
    queryFn: ({ pageParam, signal }) => call(listClaims, { status, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { claims: true },
  });

export const licencesQuery = (state: LicenceState | undefined, q: string) =>
  recordPagesQuery(['commerce', 'licences', state ?? 'all', q], (from, signal) =>
    call(listLicences, { ...(state && { state }), q, ...from }, { signal }),
  );

/** Books by a few words, for choosing one. */
export const bookChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['commerce', 'book-choices', q],
    queryFn: async ({ signal }) => {
      const { hits } = await call(searchBooks, { q, tab: 'books', limit: 10 }, { signal });
      return [...new Map(hits.map(({ book }) => [book.id, book])).values()];
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { claims: true },
  });

export const shortLinkQuery = (code: string) =>
  queryOptions({
    queryKey: ['commerce', 'short-link', code],
    queryFn: ({ signal }) => callOrKept(resolveShortLink, { code }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { claims: ['catalog.shortLinkUnknown', 'request.invalid'] },
  });

/** After a right changed: everything that shows one is asked for again. */
export const refreshRights = (client: QueryClient): Promise<unknown> =>
  Promise.all(['catalog', 'bookshelf', 'orders', 'commerce', 'reading'].map((first) => client.invalidateQueries({ queryKey: [first] })));
