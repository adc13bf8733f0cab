/** What the person is told: asked by the pages of news and by the menu that counts what is unread. A failure is told where it is the matter. */
import { listMyNotices, type OutputOf, readNotices } from '@shufang/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callOrKept } from '../api/call-or-kept.ts';
import { call } from '../api/client.ts';
import { useBroadcast } from '../events/use-broadcast.ts';
import { useSession } from '../session/session.ts';

type News = OutputOf<typeof listMyNotices>;

/** `userId`: whose; another person on this device sees nothing of it. */
const noticesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['notices', userId],
    queryFn: ({ signal }) => callOrKept(listMyNotices, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: 30_000,
    meta: { claims: true },
  });

/** The person's news, asked again when the server has said that something of theirs was decided. */
export const useNotices = () => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const { data, isError, isLoading, refetch } = useQuery(noticesQuery(userId));
  const askAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['notices'] });
  useBroadcast('ticketChanged', askAgain);
  useBroadcast('orderChanged', askAgain);
  useBroadcast('claimChanged', askAgain);
  useBroadcast('roleChanged', askAgain);
  return { news: data, isLoading, isFailed: isError, retry: () => void refetch() };
};

/** Shown as read at once; `ids` absent: all of them. A failure is told, and what was unread is unread again. */
export const useReadNotices = () => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery(userId);
  return useMutation({
    mutationFn: (ids?: readonly string[]) => call(readNotices, ids === undefined ? {} : { ids: [...ids] }),
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
