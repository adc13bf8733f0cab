/** Deletes notifications that are older than `NOTIFICATION_LIMITS.notificationDays`. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { NOTIFICATION_LIMITS } from './limits.ts';
import { deleteNotificationsBefore } from './notifications.ts';

const DAY_MS = 86_400_000;

/** Deletes the notifications and returns their number. */
export const deleteOldNotifications = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  deleteNotificationsBefore(db.orm, clock.now() - NOTIFICATION_LIMITS.notificationDays * DAY_MS);
