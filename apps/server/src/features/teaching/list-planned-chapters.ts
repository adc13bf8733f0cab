/** Lists the planned chapters of the caller's active classes, those due first. */
import type { PlannedChapter } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBooks } from '../catalog/find-books.ts';
import { listPlans } from './chapter-plan-store.ts';
import { findChapters, findReadings, isShown, progressIn } from './class-chapters.ts';
import { listClassesJoinedBy } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const dueOf = ({ plan: { dueAt = Number.POSITIVE_INFINITY } }: PlannedChapter): number => dueAt;

export const listPlannedChapters: UseCase<'listPlannedChapters', TeachingDependencies> = async ({ db, clock }, { reader }, { bookId }) => {
  const now = clock.now();
  const joined = (await listClassesJoinedBy(db.orm, reader.userId)).filter(
    (one) => one.status === 'active' && (bookId === undefined || one.bookId === bookId),
  );
  const plans = (
    await listPlans(
      db.orm,
      joined.map(({ id }) => id),
    )
  ).filter(({ plan }) => isShown(plan, now));
  const bookIds = [...new Set(joined.filter(({ id }) => plans.some(({ classId }) => classId === id)).map((one) => one.bookId))];
  const titles = new Map((await findBooks(db.orm, bookIds)).map(({ id, title }) => [id, title]));
  const items: PlannedChapter[] = [];
  for (const id of bookIds) {
    const reading = (await findReadings(db.orm, [reader.userId], id)).get(reader.userId);
    for (const chapter of await findChapters(db.orm, id)) {
      for (const { id: classId, name } of joined.filter((one) => one.bookId === id)) {
        const plan = plans.find((one) => one.classId === classId && one.href === chapter.href)?.plan;
        if (plan === undefined) continue;
        const isDone = reading !== undefined && progressIn(chapter, reading).isDone;
        const { href, title } = chapter;
        items.push({ classId, className: name, bookId: id, bookTitle: titles.get(id) ?? '', href, title, plan, isDone });
      }
    }
  }
  // The order is stable, so that chapters without a due time keep that of the book.
  return { items: items.toSorted((a, b) => Math.sign(dueOf(a) - dueOf(b)) || 0) };
};
