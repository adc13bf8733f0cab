/** Marks notifications of the caller as read: those with the given ids, or all. Returns the number that remain unread. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { countUnreadNotifications, markNotificationsAsRead } from './notifications.ts';

export const markNotificationsRead: UseCase<'markNotificationsRead', { readonly db: Database; readonly clock: Clock }> = async (
  { db, clock },
  { reader },
  { ids },
) => {
  await markNotificationsAsRead(db.orm, reader.userId, ids, clock.now());
  return { unread: await countUnreadNotifications(db.orm, reader.userId) };
};
