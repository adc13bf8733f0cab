/** A paged answer of the server as the frame of a list takes it (`RecordList`). */
import type { RecordPages } from '@shufang/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useBroadcast } from '../events/use-broadcast.ts';
import { deskText } from '../messages/zh-cn/desk.ts';

interface RecordPage {
  readonly items: readonly unknown[];
}

/** `failed`: what is said when it did not come. Tried again by hand, and by itself when the network is back. */
export const useRecordPages = <Page extends RecordPage>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  failed: string,
): RecordPages<Page['items'][number]> => {
  const { data, error, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const retry = (): void => void (isFetchNextPageError ? fetchNextPage() : refetch());
  useBroadcast('reloadRequest', () => {
    if (isError) retry();
  });
  const trace = error instanceof ApiError && error.requestId !== undefined ? deskText.trace(error.requestId) : undefined;
  return {
    rows: data?.pages.flatMap((page) => page.items),
    failure: isError ? { text: failed, trace } : undefined,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    onMore: () => void fetchNextPage(),
    onRetry: retry,
    words: { loading: deskText.loading, retry: deskText.retry, more: deskText.more },
  };
};
