/** Notifications of the user, for the notification page and the unread count of the menu. Errors are handled by the page. */
import { listMyNotifications, markNotificationsRead, type OutputOf } from '@shufang/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithCache } from '../api/call-with-cache.ts';
import { call } from '../api/client.ts';
import { useBroadcast } from '../events/use-broadcast.ts';
import { useSession } from '../session/session.ts';

type News = OutputOf<typeof listMyNotifications>;

/** Query of the notifications. `userId` is part of its key, so that the notifications of users of one device are separate. */
const notificationsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['notices', userId],
    queryFn: ({ signal }) => callWithCache(listMyNotifications, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: 30_000,
    meta: { claims: true },
  });

/** Returns the notifications, refetched on server events. */
export const useNotifications = () => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const { data, isError, isLoading, refetch } = useQuery(notificationsQuery(userId));
  const invalidate = (): void => void queryClient.invalidateQueries({ queryKey: ['notices'] });
  useBroadcast('ticketChanged', invalidate);
  useBroadcast('orderChanged', invalidate);
  useBroadcast('claimChanged', invalidate);
  useBroadcast('roleChanged', invalidate);
  return { news: data, isLoading, isFailed: isError, retry: () => void refetch() };
};

/**
 * Returns the mutation that marks notifications as read with an optimistic update; without `ids`, all of them. A failure is reported and
 * rolled back.
 */
export const useMarkNotificationsRead = () => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  return useMutation({
    mutationFn: (ids?: readonly string[]) => call(markNotificationsRead, ids === undefined ? {} : { ids: [...ids] }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<News>(queryKey);
      if (before !== undefined) {
        const items = before.items.map((item) => (ids === undefined || ids.includes(item.id) ? { ...item, isRead: true } : item));
        const nowRead = before.items.filter(({ id, isRead }) => !isRead && (ids === undefined || ids.includes(id))).length;
        queryClient.setQueryData<News>(queryKey, { items, unread: ids === undefined ? 0 : Math.max(0, before.unread - nowRead) });
      }
      return before;
    },
    onError: (_error, _ids, before) => {
      if (before !== undefined) queryClient.setQueryData<News>(queryKey, before);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
};
