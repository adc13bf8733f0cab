/** Lists the announcements of a class. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listAnnouncementsOf } from './announcement-store.ts';
import { mayEdit, requireClass } from './class-access.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `request.invalid` for an invalid cursor. */
export const listAnnouncements: UseCase<'listAnnouncements', TeachingDependencies> = async (
  { db },
  { reader },
  { classId, cursor, limit },
) => {
  const { access } = await requireClass(db.orm, reader.userId, classId);
  const found = await listAnnouncementsOf(db.orm, { classId, after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ at, id }) => writeCursor([at, id]));
  return {
    items: items.map(({ id, author, role, body, at, authorId }) => ({
      id,
      author,
      role,
      body,
      at,
      mayDelete: mayEdit(access) || authorId === reader.userId,
    })),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
