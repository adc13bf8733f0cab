/**
 * The cells of a whole gradebook as they are sent: columns of numbers. One record for each cell would repeat two ids, and made 38 MB of
 * 3,000 students with 100 columns.
 */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { type GradeCellRecord, gradeCell, gradeState } from './gradebook.ts';

export const gradeCellColumn = z.object({
  columnId: entityId,
  /** For each student, in the order of `students`: the number of the last change of the cell; null if there is no cell. */
  revs: z.array(z.number().int().nullable()),
  /** For each student: points in thousandths; null if the cell is empty, has a state or does not exist. */
  milli: z.array(z.number().int().nullable()),
  /** What else the cells hold; `row` is the index of the student. */
  notes: z.array(
    gradeCell.pick({ isOverride: true, isLate: true, unscored: true }).extend({ row: z.number().int(), state: gradeState.optional() }),
  ),
});

type GradeCellColumn = z.output<typeof gradeCellColumn>;
type Note = GradeCellColumn['notes'][number];

const noteOf = (row: number, { value, isOverride, isLate, unscored }: GradeCellRecord): Note | undefined =>
  value.kind !== 'state' && isOverride === undefined && isLate === undefined && unscored === undefined
    ? undefined
    : {
        row,
        ...(value.kind === 'state' ? { state: value.state } : {}),
        ...(isOverride === undefined ? {} : { isOverride }),
        ...(isLate === undefined ? {} : { isLate }),
        ...(unscored === undefined ? {} : { unscored }),
      };

/** Returns cells as columns for these students. Cells of others are left out. */
export const packGradeCells = (userIds: readonly string[], cells: readonly GradeCellRecord[]): GradeCellColumn[] => {
  const rows = new Map(userIds.map((userId, row) => [userId, row]));
  const columns = new Map<string, GradeCellColumn>();
  for (const cell of cells) {
    const row = rows.get(cell.userId);
    if (row === undefined) continue;
    const column = columns.get(cell.columnId) ?? {
      columnId: cell.columnId,
      revs: userIds.map(() => null),
      milli: userIds.map(() => null),
      notes: [],
    };
    columns.set(cell.columnId, column);
    column.revs[row] = cell.rev;
    if (cell.value.kind === 'points') column.milli[row] = cell.value.milli;
    const note = noteOf(row, cell);
    if (note !== undefined) column.notes.push(note);
  }
  return [...columns.values()];
};

/** Returns the cells of these columns as records, column by column in the order of the students. */
export const unpackGradeCells = (userIds: readonly string[], columns: readonly GradeCellColumn[]): GradeCellRecord[] =>
  columns.flatMap(({ columnId, revs, milli, notes }) => {
    const noteByRow = new Map(notes.map((note) => [note.row, note]));
    return userIds.flatMap((userId, row) => {
      const rev = revs[row] ?? null;
      if (rev === null) return [];
      const points = milli[row] ?? null;
      const { row: _row, state, ...flags }: Partial<Note> = noteByRow.get(row) ?? {};
      const value: GradeCellRecord['value'] =
        state !== undefined ? { kind: 'state', state } : points === null ? { kind: 'empty' } : { kind: 'points', milli: points };
      return [{ columnId, userId, rev, value, ...flags }];
    });
  });
