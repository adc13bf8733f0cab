/** Lets the scores of an assignment flow into its column of the gradebook: the only place that writes them into cells. */
import { assignmentCell } from '@shufang/assessment';
import type { GradeCellRecord, GradeValue } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { listOutcomes } from '../assignment/counted-scores.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import {
  type AssignmentColumn,
  findColumnOfAssignment,
  holdScheme,
  listCellsOfColumn,
  listColumnsOfAssignments,
  lockFlows,
  putCellFlags,
  putCells,
} from './store.ts';

const EMPTY: GradeValue = { kind: 'empty' };

export const isSameValue = (a: GradeValue, b: GradeValue): boolean => a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b);

/** What the assignment gives one cell. */
export type ComputedCell = Pick<GradeCellRecord, 'value' | 'isLate' | 'unscored'>;

/** Returns what the assignment of a column gives each of these users. */
export const computeCells = async (
  db: Queryable,
  { assignmentId, maxMilli }: Pick<AssignmentColumn, 'assignmentId' | 'maxMilli'>,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, ComputedCell>> => {
  const outcomes = await listOutcomes(db, assignmentId, userIds, now);
  return new Map(
    [...outcomes].map(([userId, outcome]) => {
      const { cell, isLate } = assignmentCell(outcome, maxMilli);
      return [
        userId,
        { value: cell, ...(isLate ? { isLate: true as const } : {}), ...(outcome.unscored > 0 ? { unscored: outcome.unscored } : {}) },
      ];
    }),
  );
};

/**
 * Writes what the assignment gives these users, or all active members, into the cells that no teacher has overridden; each changed cell gets
 * a row of its history. Final grades stay as they are: they follow when the gradebook is opened again.
 */
const fillColumn = async (tx: Transaction, column: AssignmentColumn, only: readonly string[] | undefined, now: number): Promise<void> => {
  const userIds = only ?? (await listClassStudents(tx, column.classId)).map(({ userId }) => userId);
  // Two hand-ins of one student at once would otherwise each miss the other.
  await lockFlows(tx, column.id, userIds);
  const computed = await computeCells(tx, column, userIds, now);
  const stored = new Map((await listCellsOfColumn(tx, column.id)).map((cell) => [cell.userId, cell]));
  const changed: (GradeCellRecord & { before: GradeValue })[] = [];
  const flagged: GradeCellRecord[] = [];
  for (const [userId, cell] of computed) {
    const found = stored.get(userId);
    const before = found?.value ?? EMPTY;
    if (found?.isOverride) continue;
    const next = { columnId: column.id, userId, rev: (found?.rev ?? 0) + 1, ...cell };
    if (!isSameValue(before, cell.value)) changed.push({ ...next, before });
    else if (found?.isLate !== cell.isLate || (found?.unscored ?? 0) !== (cell.unscored ?? 0))
      flagged.push({ ...next, rev: found?.rev ?? 0 });
  }
  if (changed.length > 0) await putCells(tx, changed, { source: 'assignment', byName: '', reason: '', at: now });
  if (flagged.length > 0) await putCellFlags(tx, flagged);
};

/** Lets scores of an assignment flow into its column; does nothing for an assignment without one, and for final grades. */
export const flowScores = async (tx: Transaction, assignmentId: string, userIds: readonly string[] | undefined, now: number) => {
  const column = await findColumnOfAssignment(tx, assignmentId);
  if (column === undefined) return;
  const { finalAt } = await holdScheme(tx, column.classId);
  if (finalAt === null) await fillColumn(tx, column, userIds, now);
};

/** Lets the scores of every assignment of a class flow into their columns. The transaction has locked the gradebook. */
export const flowAllScores = async (tx: Transaction, classId: string, now: number): Promise<void> => {
  for (const column of await listColumnsOfAssignments(tx, classId)) await fillColumn(tx, column, undefined, now);
};
