/** Queries of the author pages, with the keys of the query cache. */
import { getBooksAsAuthor, isAuthor } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';

/** `userId` is part of the query's key, so that another user of this device does not see the data. */
export const isAuthorQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['author', 'is-author', userId],
    queryFn: async ({ signal }) => (await callWithCache(isAuthor, {}, { signal })).isAuthor,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const authoredBooksQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['author', 'books', userId],
    queryFn: async ({ signal }) => (await callWithCache(getBooksAsAuthor, {}, { signal })).items,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });
