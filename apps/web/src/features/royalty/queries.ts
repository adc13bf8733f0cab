/** Server queries of royalties, with their query keys. `userId` is part of the keys of personal data. */
import {
  getBookRoyalties,
  getMyRoyaltyStatement,
  getRoyaltyStatement,
  type InputOf,
  listMyRoyalties,
  listRoyaltyBooks,
  listRoyaltyStatements,
  type RoyaltyStatementView,
} from '@shufang/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const myRoyaltiesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['royalty', 'mine', userId],
    queryFn: ({ signal }) => call(listMyRoyalties, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

const statementPages = (
  queryKey: readonly unknown[],
  read: (input: { id: string; after: number }, signal: AbortSignal) => Promise<RoyaltyStatementView>,
  id: string,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ id, after: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }: RoyaltyStatementView) => next,
    staleTime: 0,
    retry: false,
    meta: { claims: true },
  });

/** A statement with its lines, page by page. */
export const myStatementQuery = (userId: string | undefined, id: string) =>
  statementPages(['royalty', 'statement', userId, id], (input, signal) => call(getMyRoyaltyStatement, input, { signal }), id);

export const statementQuery = (id: string) =>
  statementPages(['royalty', 'admin', 'statement', id], (input, signal) => call(getRoyaltyStatement, input, { signal }), id);

export type StatementFilters = Omit<InputOf<typeof listRoyaltyStatements>, 'cursor' | 'limit'>;

export const statementsQuery = (filters: StatementFilters) =>
  recordPagesQuery(['royalty', 'admin', 'list', filters], (from, signal) =>
    call(listRoyaltyStatements, { ...filters, ...from }, { signal }),
  );

export const royaltyBooksQuery = (q: string) =>
  recordPagesQuery(['royalty', 'admin', 'books', q], (from, signal) => call(listRoyaltyBooks, { q, ...from }, { signal }));

export const bookRoyaltiesQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['royalty', 'admin', 'book', bookId],
    queryFn: ({ signal }) => call(getBookRoyalties, { bookId }, { signal }),
    staleTime: 0,
    retry: false,
    meta: { claims: true },
  });
