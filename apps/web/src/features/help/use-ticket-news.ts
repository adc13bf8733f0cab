import { useQueryClient } from '@tanstack/react-query';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { CLIENT_LIMITS } from '../../platform/limits.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';

/**
 * Notifies the user on any page that the operator replied to a help ticket, and refreshes the list of help tickets. Mount once per page.
 */
export const useTicketNews = (): void => {
  const queryClient = useQueryClient();
  useBroadcast('ticketChanged', () => {
    broadcast('toast', { kind: 'info', text: helpText.answeredNews, timeoutMs: CLIENT_LIMITS.notificationMs });
    void queryClient.invalidateQueries({ queryKey: ['help', 'tickets'] });
  });
};
