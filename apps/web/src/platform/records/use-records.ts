/** An answer of the server that comes whole, as the frame of a list takes it (`RecordList`). */
import type { RecordPages } from '@shufang/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useBroadcast } from '../events/use-broadcast.ts';
import { deskText } from '../messages/zh-cn/desk.ts';

/** `failed`: what is said when it did not come. Tried again by hand, and by itself when the network is back. */
export const useRecords = <Answer extends { readonly items: readonly unknown[] }>(
  { data, error, isError, refetch }: UseQueryResult<Answer>,
  failed: string,
): RecordPages<Answer['items'][number]> => {
  const retry = (): void => void refetch();
  useBroadcast('reloadRequest', () => {
    if (isError) retry();
  });
  const trace = error instanceof ApiError && error.requestId !== undefined ? deskText.trace(error.requestId) : undefined;
  return {
    rows: data?.items,
    failure: isError ? { text: failed, trace } : undefined,
    hasMore: false,
    isLoadingMore: false,
    onMore: retry,
    onRetry: retry,
    words: { loading: deskText.loading, retry: deskText.retry, more: deskText.more },
  };
};
