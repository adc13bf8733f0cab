/** Lists the newest notifications of the caller and counts the unread ones. */
import type { Database } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { countUnreadNotifications, listNotifications } from './notifications.ts';

export const listMyNotifications: UseCase<'listMyNotifications', { readonly db: Database }> = async ({ db }, { reader }, { limit }) => {
  const [items, unread] = await Promise.all([
    listNotifications(db.orm, reader.userId, limit),
    countUnreadNotifications(db.orm, reader.userId),
  ]);
  return { items, unread };
};
