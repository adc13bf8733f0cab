/** Registers the operations on a user's notifications. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { listMyNotifications } from './list-my-notifications.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';

export const registerNotificationRoutes = (router: Router, dependencies: { readonly db: Database; readonly clock: Clock }): void =>
  register(router, dependencies, { listMyNotifications, markNotificationsRead });
