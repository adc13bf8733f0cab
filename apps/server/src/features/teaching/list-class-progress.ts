/** Lists the members of a class with their progress by chapter. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listPlans } from './chapter-plan-store.ts';
import { requireClass, seesStudents } from './class-access.ts';
import { findChapters, findReadings, progressIn } from './class-chapters.ts';
import { listMembers } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `request.invalid` for an invalid cursor. */
export const listClassProgress: UseCase<'listClassProgress', TeachingDependencies> = async (
  { db },
  { reader },
  { classId, cursor, limit },
) => {
  const { bookId } = await requireClass(db.orm, reader.userId, classId, seesStudents);
  const found = await listMembers(db.orm, { classId, status: 'active', after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ joinedAt, userId }) => writeCursor([joinedAt, userId]));
  const [chapters, plans, readings] = await Promise.all([
    findChapters(db.orm, bookId),
    listPlans(db.orm, [classId]),
    findReadings(
      db.orm,
      items.map(({ userId }) => userId),
      bookId,
    ),
  ]);
  const required = new Set(plans.filter(({ plan }) => plan.isRequired).map(({ href }) => href));
  return {
    items: items.map(({ userId, name, studentNo, group }) => {
      const reading = readings.get(userId) ?? { parts: [], times: undefined };
      const each = chapters.map((chapter) => ({ href: chapter.href, title: chapter.title, ...progressIn(chapter, reading) }));
      return {
        userId,
        name,
        studentNo,
        ...(group === '' ? {} : { group }),
        required: each.filter(({ href }) => required.has(href)).length,
        requiredDone: each.filter(({ href, isDone }) => isDone && required.has(href)).length,
        ...(reading.times === undefined ? {} : { seconds: each.reduce((sum, { seconds = 0 }) => sum + seconds, 0) }),
        chapters: each,
      };
    }),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
