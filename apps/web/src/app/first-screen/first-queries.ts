/** What each first screen asks for a stranger (`firstCalls` in the server), put into the query cache before the screen is made or taken over. */
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

type Fill = (queryClient: QueryClient) => readonly Promise<unknown>[];

const HOME_ROWS = ['new', 'hot', 'free', 'plan'] as const;

/** How the cache is filled for an address; undefined where no screen is made: a choice in the address asks for more. */
export const fillOf = (address: string): Fill | undefined => {
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
