/** Returns the rule behind a cell of an assignment. */
import { assignmentCell } from '@shufang/assessment';
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { explainScore } from '../assignment/counted-scores.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findSchemeFor } from './released-grades.ts';
import { listCellsOfColumn } from './store.ts';

/** Throws `class.notFound`, `grade.columnNotFound`. */
export const explainGrade: UseCase<'explainGrade', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, columnId, userId },
) => {
  const { access } = await requireClass(db.orm, reader.userId, classId);
  const now = clock.now();
  const column = (await findSchemeFor(db.orm, classId, userId, now)).columns.find(({ id }) => id === columnId);
  const mayRead = seesStudents(access) || (column?.isReleased === true && userId === reader.userId);
  if (column?.assignmentId === undefined || !mayRead) throw new CodedError('grade.columnNotFound');
  const { outcome, ...explained } = await explainScore(db.orm, column.assignmentId, userId, now);
  const cell = (await listCellsOfColumn(db.orm, columnId)).find((each) => each.userId === userId);
  return {
    ...explained,
    assignmentId: column.assignmentId,
    possibleMilli: outcome.possibleMilli,
    maxMilli: column.maxMilli,
    value: assignmentCell(outcome, column.maxMilli).cell,
    isOverride: cell?.isOverride === true,
  };
};
