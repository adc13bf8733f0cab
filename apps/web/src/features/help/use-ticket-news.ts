import { LIMITS } from '@shufang/contract';
import { useQueryClient } from '@tanstack/react-query';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';

/** Tells the person, wherever they are, that the operator answered, and brings the list up to date. Mount once a page. */
export const useTicketNews = (): void => {
  const queryClient = useQueryClient();
  useBroadcast('ticketChanged', () => {
    broadcast('toast', { kind: 'info', text: helpText.answeredNews, timeoutMs: LIMITS.notificationMs });
    void queryClient.invalidateQueries({ queryKey: ['help', 'tickets'] });
  });
};
