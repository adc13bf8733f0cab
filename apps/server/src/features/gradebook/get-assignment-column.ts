/** Returns the column of an assignment in the gradebook of its class. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireTaught } from '../assignment/counted-scores.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme } from './store.ts';

/** Throws `assignment.notFound`. */
export const getAssignmentColumn: UseCase<'getAssignmentColumn', GradebookDependencies> = async ({ db }, { reader }, { assignmentId }) => {
  const { classId } = await requireTaught(db.orm, reader.userId, assignmentId);
  const { categories, columns, finalAt } = await findScheme(db.orm, classId);
  const column = columns.find((each) => each.assignmentId === assignmentId);
  return { categories, ...(column === undefined ? {} : { column }), isFinal: finalAt !== undefined };
};
