/** Stores results, each only if nobody else has changed its cell meanwhile. */
import { CodedError, type GradeCellRecord, type GradeSchemeRecord, type GradeValue } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { computeCells, isSameValue } from './flow-scores.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { listCells, putCells } from './store.ts';
import { lockGradebook, requireColumns } from './taught-gradebook.ts';

const keyOf = ({ columnId, userId }: Pick<GradeCellRecord, 'columnId' | 'userId'>): string => `${columnId} ${userId}`;

const EMPTY: GradeValue = { kind: 'empty' };

type GivenCell = UseCaseInput<'setGradeCells'>['cells'][number];
type NextCell = Omit<GradeCellRecord, 'rev'>;

/**
 * Returns the cells as they are to be stored. In the column of an assignment a result overrides the score; an empty value takes the override
 * back, so that the cell has what the assignment gives it.
 */
const nextCells = async (tx: Transaction, scheme: GradeSchemeRecord, cells: readonly GivenCell[], now: number): Promise<NextCell[]> => {
  const next: NextCell[] = [];
  for (const [columnId, given] of Map.groupBy(cells, (cell) => cell.columnId)) {
    const column = scheme.columns.find(({ id }) => id === columnId);
    const userIds = given.map(({ userId }) => userId);
    const computed =
      column?.assignmentId === undefined
        ? undefined
        : await computeCells(tx, { assignmentId: column.assignmentId, maxMilli: column.maxMilli }, userIds, now);
    for (const { userId, value } of given) {
      const score = computed?.get(userId);
      if (score === undefined) next.push({ columnId, userId, value });
      else if (value.kind === 'empty' || isSameValue(value, score.value)) next.push({ columnId, userId, ...score });
      else next.push({ columnId, userId, ...score, value, isOverride: true });
    }
  }
  return next;
};

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
    const revs = new Map(cells.map((cell) => [keyOf(cell), cell.rev]));
    const at = clock.now();
    for (const cell of await nextCells(tx, scheme, cells, at)) {
      const rev = revs.get(keyOf(cell));
      const now: GradeCellRecord = stored.get(keyOf(cell)) ?? { columnId: cell.columnId, userId: cell.userId, rev: 0, value: EMPTY };
      if (isSameValue(now.value, cell.value) && now.isOverride === cell.isOverride) unchanged.push(now);
      else if (now.rev === rev) saved.push({ ...cell, rev: now.rev + 1, before: now.value });
      else conflicts.push(now);
    }
    if (saved.length > 0) await putCells(tx, saved, { source: 'teacher', byName: teacherName, reason, at });
    return { saved: [...saved.map(({ before: _before, ...cell }) => cell), ...unchanged], conflicts };
  });
};
