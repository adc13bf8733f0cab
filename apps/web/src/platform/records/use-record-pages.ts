/** Adapts a query to the props of `RecordList`: an infinite query, or one whose response holds all records. */
import type { RecordPages } from '@shufang/ui';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useBroadcast } from '../events/use-broadcast.ts';
import { recordsText } from '../messages/zh-cn/records.ts';

interface RecordPage {
  readonly items: readonly unknown[];
}

/**
 * Returns the props of `RecordList`. `failureText`: error message of a failed request. A failed request is repeated by a button, and when
 * the network is back.
 */
export const useRecordPages = <Page extends RecordPage>(
  query: UseInfiniteQueryResult<InfiniteData<Page>> | UseQueryResult<Page>,
  failureText: string,
): RecordPages<Page['items'][number]> => {
  const { error, isError, refetch } = query;
  const paged = 'fetchNextPage' in query ? query : undefined;
  const loadMore = (): void => void paged?.fetchNextPage();
  const retry = (): void => (paged?.isFetchNextPageError === true ? loadMore() : void refetch());
  useBroadcast('reloadRequest', () => {
    if (isError) retry();
  });
  const pages = 'fetchNextPage' in query ? query.data?.pages : query.data && [query.data];
  const trace = error instanceof ApiError && error.requestId !== undefined ? recordsText.trace(error.requestId) : undefined;
  return {
    rows: pages?.flatMap((page) => page.items),
    failure: isError ? { text: failureText, trace } : undefined,
    hasMore: paged?.hasNextPage === true,
    isLoadingMore: paged?.isFetchingNextPage === true,
    onMore: loadMore,
    onRetry: retry,
    labels: { loading: recordsText.loading, retry: recordsText.retry, more: recordsText.more, filters: recordsText.filters },
  };
};
