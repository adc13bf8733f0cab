/**
 * The query cache and its default error handling: a query or mutation names in `meta.claims` the errors that its screen handles; all other
 * errors go to `onApiError`.
 */
import type { ErrorCode } from '@shufang/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isNetworkError, isRefusal } from './api-error.ts';
import { onReachable, useConnection } from './connection.ts';
import { onApiError } from './on-api-error.ts';

interface Claims extends Record<string, unknown> {
  /**
   * Errors that the screen shows itself: `true` for all errors, `responses` for all except network errors (which the network alert shows),
   * or a list of error codes.
   */
  readonly claims?: true | 'responses' | readonly ErrorCode[];
  /** Whether the screen also works without a network, with data on the device; then network errors open no alert. */
  readonly worksOffline?: true;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Claims;
    mutationMeta: Claims;
  }
}

const report = (error: unknown, meta: Claims | undefined): void => {
  const claims = meta?.claims ?? [];
  if (claims === true || (claims === 'responses' ? !isNetworkError(error) : isRefusal(error, ...claims))) return;
  if (meta?.worksOffline === true && isNetworkError(error)) return;
  onApiError(error);
};

/** Defaults of all queries, also for server-side rendering. */
export const queryDefaults = {
  queries: { staleTime: 60_000, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
  mutations: { retry: false, networkMode: 'always' },
} as const;

export const createQueryClient = (): QueryClient => {
  // Hashes of queries whose network error has opened the network alert: when they are refetched after the user has confirmed it, they must
  // not open it again and again.
  const alertedQueries = new Set<string>();
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash, meta }) => {
        if (isNetworkError(error) && alertedQueries.has(queryHash)) return;
        if (isNetworkError(error)) alertedQueries.add(queryHash);
        report(error, meta);
      },
      onSuccess: (_data, { queryHash }) => alertedQueries.delete(queryHash),
    }),
    mutationCache: new MutationCache({ onError: (error, _input, _context, mutation) => report(error, mutation.meta) }),
    defaultOptions: queryDefaults,
  });
  useConnection.subscribe((now, before) => {
    if (!before.isAlerted || now.isAlerted) return;
    // When the user confirms the network alert, all queries without data are refetched, and their failures must not open it again. That
    // includes queries that were canceled when their screen was left and have not failed yet.
    for (const { queryHash, state } of client.getQueryCache().getAll()) if (state.data === undefined) alertedQueries.add(queryHash);
  });
  // Queries are refetched when the client is online again, because they may have shown cached data.
  onReachable(() => {
    alertedQueries.clear();
    void client.invalidateQueries();
  });
  return client;
};
