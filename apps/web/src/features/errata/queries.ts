/** What the pages of errata ask the server, with the keys of the query cache. */
import { type ErratumState, listDeskErrata, listErrata } from '@shufang/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const errataKey = (bookId: string) => ['errata', 'book', bookId];

/** What was found in a book and is right, or with `mine` every report of one's own. */
export const errataQuery = (bookId: string, whose: 'all' | 'mine') =>
  infiniteQueryOptions({
    queryKey: [...errataKey(bookId), whose],
    queryFn: ({ pageParam, signal }) => call(listErrata, { bookId, whose, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    meta: { claims: true },
  });

export const DESK_ERRATA = ['errata', 'desk'];

export const deskErrataQuery = (state: ErratumState) =>
  recordPagesQuery([...DESK_ERRATA, state], (from, signal) => call(listDeskErrata, { state, ...from }, { signal }));
