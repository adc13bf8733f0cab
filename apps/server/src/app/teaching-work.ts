/** What waits for teachers in their classes; each slice counts its own. */
import { countUnscored } from '../features/assignment/store.ts';
import { countOpenQuestions } from '../features/discussion/store.ts';
import { countOpenAppeals } from '../features/gradebook/store.ts';
import type { WorkInClass } from '../features/teaching/teaching-dependencies.ts';
import type { Queryable } from '../platform/database.ts';

export const findTeachingWork = async (db: Queryable, classIds: readonly string[]): Promise<WorkInClass[]> => {
  const [unscored, appeals, questions] = await Promise.all([
    countUnscored(db, classIds),
    countOpenAppeals(db, classIds),
    countOpenQuestions(db, classIds),
  ]);
  return [
    ...unscored.map(({ classId, id, title, count }) => ({ kind: 'marking' as const, classId, assignment: { id, title }, count })),
    ...[...appeals].map(([classId, count]) => ({ kind: 'appeal' as const, classId, count })),
    ...[...questions].map(([classId, count]) => ({ kind: 'question' as const, classId, count })),
  ];
};
