import { useQueryClient } from '@tanstack/react-query';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { refreshOrders } from './queries.ts';

/** What is shown of orders and books is asked for again when the server says that one has changed. Mount once a page. */
export const useFollowOrders = (): void => {
  const queryClient = useQueryClient();
  useBroadcast('orderChanged', () => void refreshOrders(queryClient));
};
