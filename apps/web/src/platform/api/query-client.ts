/** The cache of server data. A query or mutation claims error codes in `meta.claims`; `true` claims every failure. The rest goes to `onApiError`. */
import type { ErrorCode } from '@shufang/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isRefusal } from './api-error.ts';
import { useConnection } from './connection.ts';
import { onApiError } from './on-api-error.ts';

interface Claims extends Record<string, unknown> {
  /** Failures the screen tells of by itself. */
  readonly claims?: true | readonly ErrorCode[];
  /** The screen goes on with what the device keeps: a network that fails is not worth an alert. */
  readonly worksOffline?: true;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Claims;
    mutationMeta: Claims;
  }
}

const isNetworkFault = (error: unknown): boolean => error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

const report = (error: unknown, meta: Claims | undefined): void => {
  const claims = meta?.claims ?? [];
  if (claims === true || isRefusal(error, ...claims)) return;
  if (meta?.worksOffline === true && isNetworkFault(error)) return;
  onApiError(error);
};

/** How every query is asked; also where a screen is made in the server. */
export const queryDefaults = {
  queries: { staleTime: 60_000, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
  mutations: { retry: false, networkMode: 'always' },
} as const;

export const createQueryClient = (): QueryClient => {
  // Asked again when the alert is confirmed, a query that still finds no network would bring the next one, and there were no way past it.
  const toldUnreached = new Set<string>();
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash, meta }) => {
        if (isNetworkFault(error) && toldUnreached.has(queryHash)) return;
        if (isNetworkFault(error)) toldUnreached.add(queryHash);
        report(error, meta);
      },
      onSuccess: (_data, { queryHash }) => toldUnreached.delete(queryHash),
    }),
    mutationCache: new MutationCache({ onError: (error, _input, _context, mutation) => report(error, mutation.meta) }),
    defaultOptions: queryDefaults,
  });
  // What was shown meanwhile may be what the device kept.
  useConnection.subscribe((now, before) => {
    if (!before.isOffline || now.isOffline) return;
    toldUnreached.clear();
    void client.invalidateQueries();
  });
  return client;
};
