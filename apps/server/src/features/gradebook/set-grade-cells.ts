/** Stores results, each only if nobody else has changed its cell meanwhile. */
import { CodedError, type GradeCellRecord, type GradeValue } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { listCells, putCells } from './store.ts';
import { lockGradebook, requireColumns } from './taught-gradebook.ts';

const keyOf = ({ columnId, userId }: Pick<GradeCellRecord, 'columnId' | 'userId'>): string => `${columnId} ${userId}`;

const EMPTY: GradeValue = { kind: 'empty' };

const isSame = (a: GradeValue, b: GradeValue): boolean => a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);

/** Throws `class.notFound`, `class.memberNotFound`, `grade.columnNotFound`, `grade.final`, and `request.invalid` for a cell given twice. */
export const setGradeCells: UseCase<'setGradeCells', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, reason, cells },
) => {
  if (new Set(cells.map(keyOf)).size < cells.length) throw new CodedError('request.invalid', { reason: '同一个成绩不能登记两次' });
  return db.transaction(async (tx) => {
    const { scheme, teacherName } = await lockGradebook(tx, reader.userId, classId);
    requireColumns(
      scheme,
      cells.map(({ columnId }) => columnId),
    );
    const members = new Set((await listClassStudents(tx, classId)).map(({ userId }) => userId));
    if (cells.some(({ userId }) => !members.has(userId))) throw new CodedError('class.memberNotFound');
    const stored = new Map((await listCells(tx, classId)).map((cell) => [keyOf(cell), cell]));
    const saved: (GradeCellRecord & { before: GradeValue })[] = [];
    const unchanged: GradeCellRecord[] = [];
    const conflicts: GradeCellRecord[] = [];
    for (const cell of cells) {
      const now = stored.get(keyOf(cell)) ?? { ...cell, rev: 0, value: EMPTY };
      if (isSame(now.value, cell.value)) unchanged.push(now);
      else if (now.rev === cell.rev) saved.push({ ...cell, rev: cell.rev + 1, before: now.value });
      else conflicts.push(now);
    }
    if (saved.length > 0) await putCells(tx, saved, { byName: teacherName, reason, at: clock.now() });
    return { saved: [...saved.map(({ before: _before, ...cell }) => cell), ...unchanged], conflicts };
  });
};
