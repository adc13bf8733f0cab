/** Returns the chapters of the book of a class with their plans and the progress of its members. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { listMemberIds, listPlans } from './chapter-plan-store.ts';
import { requireClass, seesStudents } from './class-access.ts';
import { findChapters, findReadings, isShown, progressIn } from './class-chapters.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const NOT_READ = { parts: [], times: new Map<string, number>() };

export const getClassPlan: UseCase<'getClassPlan', TeachingDependencies> = async ({ db, clock }, { reader }, { classId }) => {
  const { bookId, access } = await requireClass(db.orm, reader.userId, classId);
  const isTeacher = seesStudents(access);
  const now = clock.now();
  const [chapters, plans, memberIds] = await Promise.all([
    findChapters(db.orm, bookId),
    listPlans(db.orm, [classId]),
    listMemberIds(db.orm, classId),
  ]);
  const readings = await findReadings(db.orm, memberIds, bookId);
  const planOf = new Map(plans.filter(({ plan }) => isTeacher || isShown(plan, now)).map(({ href, plan }) => [href, plan]));
  return {
    members: memberIds.length,
    chapters: chapters.map((chapter) => {
      const plan = planOf.get(chapter.href);
      return {
        href: chapter.href,
        title: chapter.title,
        expectedMinutes: Math.ceil(chapter.expectedSeconds / 60),
        ...(plan === undefined ? {} : { plan }),
        ...(isTeacher ? {} : { own: progressIn(chapter, readings.get(reader.userId) ?? NOT_READ) }),
        done: [...readings.values()].filter((reading) => progressIn(chapter, reading).isDone).length,
      };
    }),
  };
};
