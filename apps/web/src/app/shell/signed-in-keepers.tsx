/** What runs on every page while somebody is signed in and shows nothing: records kept level with the server, the server's word heard. */
import { useFollowRoles } from '../../features/account/use-follow-roles.ts';
import { useTicketNews } from '../../features/help/use-ticket-news.ts';
import { useFollowOrders } from '../../features/orders/use-follow-orders.ts';
import { useKeepSynced } from '../../features/sync/use-sync.ts';

export const SignedInKeepers = (): null => {
  useFollowRoles();
  useFollowOrders();
  useKeepSynced();
  useTicketNews();
  return null;
};
