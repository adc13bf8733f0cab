/** Prefetches the initial queries of each server-rendered page (`initialCalls` in the server) before rendering or hydration. */
import type { QueryClient } from '@tanstack/react-query';
import { bookListChoicesOf } from '../../features/catalog/book-list-choices.ts';
import {
  bookInfoQuery,
  bookListQuery,
  bookRowQuery,
  courseListQuery,
  homeQuery,
  institutionQuery,
} from '../../features/catalog/queries.ts';

type Prefetch = (queryClient: QueryClient) => readonly Promise<unknown>[];

const HOME_ROWS = ['new', 'hot', 'free', 'plan'] as const;

/** Returns the function that prefetches the queries of a URL; undefined for URLs that are not server-rendered, e.g. with filters. */
export const prefetchFor = (address: string): Prefetch | undefined => {
  const { pathname, search, searchParams } = new URL(address, 'http://localhost');
  if (pathname === '/book/list' && /^(?:\?source=\w+)?$/.test(search)) {
    return (queryClient) => [queryClient.fetchInfiniteQuery(bookListQuery(bookListChoicesOf(searchParams)))];
  }
  if (search !== '') return undefined;
  const bookId = /^\/course\/info\/(\w+)$/.exec(pathname)?.[1];
  if (bookId !== undefined) return (queryClient) => [queryClient.fetchQuery(bookInfoQuery(bookId))];
  if (pathname === '/course/list') return (queryClient) => [queryClient.fetchInfiniteQuery(courseListQuery({}))];
  if (pathname !== '/') return undefined;
  return (queryClient) => [
    queryClient.fetchQuery(homeQuery()),
    ...HOME_ROWS.map((source) => queryClient.fetchQuery(bookRowQuery(source))),
    queryClient.fetchQuery(institutionQuery()),
  ];
};
