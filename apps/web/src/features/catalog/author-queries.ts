/** What the pages of authors ask the server, with the keys of the query cache. */
import { getBooksAsAuthor, isAuthor } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';

/** `userId`: whose; another person on this device sees nothing of it. */
export const isAuthorQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['author', 'is-author', userId],
    queryFn: async ({ signal }) => (await callOrKept(isAuthor, {}, { signal })).isAuthor,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const authoredBooksQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['author', 'books', userId],
    queryFn: async ({ signal }) => (await callOrKept(getBooksAsAuthor, {}, { signal })).items,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });
