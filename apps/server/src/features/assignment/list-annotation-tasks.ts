/** Lists the annotation assignments in a book for which the caller can hand in now. */
import type { UseCase } from '../../platform/http/register.ts';
import { listAnnotationAssignments } from './annotation-task.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { listAttemptsOf } from './attempt-store.ts';
import { refusalFor } from './require-startable.ts';
import { policyOfStudent } from './student-policy.ts';

export const listAnnotationTasks: UseCase<'listAnnotationTasks', AssignmentDependencies> = async (
  { db, clock },
  { reader },
  { bookId },
) => {
  const now = clock.now();
  const found = await listAnnotationAssignments(db.orm, reader.userId, bookId);
  const attempts = await listAttemptsOf(
    db.orm,
    found.map(({ id }) => id),
    reader.userId,
  );
  return {
    items: found.flatMap((one) => {
      const { id, title, task } = one;
      const handedIn = attempts.filter(({ assignmentId }) => assignmentId === id).length;
      if (task?.kind !== 'annotation' || refusalFor(one, handedIn, now) !== undefined) return [];
      return { id, title, dueAt: policyOfStudent(one, null, now).dueAt, task, isHandedIn: handedIn > 0 };
    }),
  };
};
