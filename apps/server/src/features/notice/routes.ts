/** A person's news on the wire. */
import { LIMITS, listMyNotices, readNotices } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { countUnreadNotices, deleteNoticesBefore, listNotices, markNoticesRead } from '../../platform/notices.ts';

const DAY_MS = 86_400_000;

export const registerNoticeRoutes = (router: Router, { db, clock }: { readonly db: Database; readonly clock: Clock }): void => {
  router.handle(listMyNotices, async ({ limit }, { reader }) => {
    const [items, unread] = await Promise.all([listNotices(db.orm, reader.userId, limit), countUnreadNotices(db.orm, reader.userId)]);
    return { items, unread };
  });
  router.handle(readNotices, async ({ ids }, { reader }) => {
    await markNoticesRead(db.orm, reader.userId, ids, clock.now());
    return { unread: await countUnreadNotices(db.orm, reader.userId) };
  });
};

export const forgetOldNotices = ({ db, clock }: { db: Database; clock: Clock }): Promise<number> =>
  deleteNoticesBefore(db.orm, clock.now() - LIMITS.noticeDays * DAY_MS);
