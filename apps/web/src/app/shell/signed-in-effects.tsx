/**
 * Background effects on every page of a signed-in user: session refresh, sync, books on this device, and events of roles, orders and help tickets. Renders
 * nothing.
 */
import { useEffect } from 'react';
import { useFollowRoles } from '../../features/account/use-follow-roles.ts';
import { useTicketNews } from '../../features/help/use-ticket-news.ts';
import { useKeepOfflineBooks } from '../../features/offline/use-keep-offline-books.ts';
import { useFollowOrders } from '../../features/orders/use-follow-orders.ts';
import { useSync } from '../../features/sync/use-sync.ts';
import { keepSessionAlive } from '../../platform/api/keep-session-alive.ts';

export const SignedInEffects = (): null => {
  useEffect(() => keepSessionAlive(), []);
  useFollowRoles();
  useFollowOrders();
  useSync();
  useTicketNews();
  useKeepOfflineBooks();
  return null;
};
