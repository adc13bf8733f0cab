/** One cell of the gradebook: points, nothing yet, or a special state. Pure. */

/**
 * States that stand in a cell instead of points: 免修 exempt, 缺交 missing work, 缺考 absent from an exam, 旷考 absent without leave, 缓考
 * deferred exam, 作弊 cheating, 无资格 barred from the exam.
 */
export const GRADE_STATES = ['exempt', 'missing', 'absent', 'truant', 'deferred', 'cheating', 'barred'] as const;
export type GradeState = (typeof GRADE_STATES)[number];

export type GradeCell =
  | { kind: 'empty' }
  /** Points in thousandths, after deductions for late work and rounded to the thousandth that the cell shows. */
  | { kind: 'points'; milli: number }
  | { kind: 'state'; state: GradeState };

/**
 * How a cell counts: `counts` with its points, `pending` while a result is expected, `excluded` if none is. An empty cell is not 0: it is
 * pending.
 */
export type CellEffect = { effect: 'counts'; milli: number; isDroppable: boolean } | { effect: 'pending' } | { effect: 'excluded' };

/** Zeros that "drop lowest" does not remove, because they are a consequence of what the student did. */
const ZERO_THAT_STAYS: ReadonlySet<GradeState> = new Set(['truant', 'cheating', 'barred']);

/** Returns how a cell counts. Exempt work is excluded, a deferred exam is pending, and every other state is 0 points. */
export const cellEffect = (cell: GradeCell): CellEffect => {
  if (cell.kind === 'points') return { effect: 'counts', milli: cell.milli, isDroppable: true };
  if (cell.kind === 'empty' || cell.state === 'deferred') return { effect: 'pending' };
  if (cell.state === 'exempt') return { effect: 'excluded' };
  return { effect: 'counts', milli: 0, isDroppable: !ZERO_THAT_STAYS.has(cell.state) };
};
