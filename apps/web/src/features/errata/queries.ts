/** Server queries of the errata pages, with their query keys. */
import { type ErratumState, listAdminErrata, listErrata } from '@shufang/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const errataKey = (bookId: string) => ['errata', 'book', bookId];

/** Query of the accepted errata of a book, or with `mine` of all reports of the user. */
export const errataQuery = (bookId: string, whose: 'all' | 'mine') =>
  infiniteQueryOptions({
    queryKey: [...errataKey(bookId), whose],
    queryFn: ({ pageParam, signal }) => call(listErrata, { bookId, whose, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    meta: { claims: true },
  });

export const ADMIN_ERRATA = ['errata', 'admin'];

export const adminErrataQuery = (state: ErratumState) =>
  recordPagesQuery([...ADMIN_ERRATA, state], (from, signal) => call(listAdminErrata, { state, ...from }, { signal }));
