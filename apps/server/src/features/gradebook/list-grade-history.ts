/** Lists the changes of one cell. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findSchemeFor } from './released-grades.ts';
import { listChanges } from './store.ts';

/** Throws `class.notFound`, `grade.columnNotFound`. */
export const listGradeHistory: UseCase<'listGradeHistory', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, columnId, userId },
) => {
  const { access } = await requireClass(db.orm, reader.userId, classId);
  const column = (await findSchemeFor(db.orm, classId, userId, clock.now())).columns.find(({ id }) => id === columnId);
  const mayRead = seesStudents(access) || (column?.isReleased === true && userId === reader.userId);
  if (column === undefined || !mayRead) throw new CodedError('grade.columnNotFound');
  return { items: await listChanges(db.orm, columnId, userId) };
};
