/** Sets or removes the plan of a chapter of a class. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { putPlan } from './chapter-plan-store.ts';
import { lockClassFor } from './class-access.ts';
import { findChapters } from './class-chapters.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound`, `class.chapterNotFound` for a plan of a document that is no chapter of the book. */
export const setChapterPlan: UseCase<'setChapterPlan', TeachingDependencies> = async ({ db }, { reader }, { classId, href, plan }) => {
  await db.transaction(async (tx) => {
    const { bookId } = await lockClassFor(tx, reader.userId, classId);
    if (plan !== undefined && !(await findChapters(tx, bookId)).some((chapter) => chapter.href === href))
      throw new CodedError('class.chapterNotFound');
    await putPlan(tx, classId, href, plan);
  });
  return { payload: {}, say: '计划已保存' };
};
