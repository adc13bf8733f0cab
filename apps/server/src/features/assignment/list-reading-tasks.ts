/** Lists the open reading assignments of the caller in a book, with the progress of each chapter. */
import type { UseCase } from '../../platform/http/register.ts';
import { findDocumentTimes } from '../reading-time/document-times.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { isReadingOpen, listReadingAssignments, progressOf } from './reading-task.ts';
import { policyOfStudent } from './student-policy.ts';

export const listReadingTasks: UseCase<'listReadingTasks', AssignmentDependencies> = async ({ db, clock }, { reader }, { bookId }) => {
  const now = clock.now();
  const open = (await listReadingAssignments(db.orm, reader.userId, bookId)).filter((one) => isReadingOpen(one, now));
  const times = open.length === 0 ? undefined : (await findDocumentTimes(db.orm, [reader.userId], bookId)).get(reader.userId);
  return {
    items: open.flatMap((one) => {
      const { id, title, task } = one;
      const { dueAt } = policyOfStudent(one, null, now);
      return task?.kind === 'reading' ? { id, title, dueAt, chapters: progressOf(task, times) } : [];
    }),
  };
};
