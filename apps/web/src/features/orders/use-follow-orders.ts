import { useQueryClient } from '@tanstack/react-query';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { refreshOrders } from './queries.ts';

/** Refetches displayed orders and books when the server announces a change. Mount once in a page. */
export const useFollowOrders = (): void => {
  const queryClient = useQueryClient();
  useBroadcast('orderChanged', () => void refreshOrders(queryClient));
};
