/** What a student may see of a gradebook now: columns that the teacher has released, and those that follow the rules of their assignment. */
import type { GradeCellRecord, GradeSchemeRecord } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listReleasedTo } from '../assignment/counted-scores.ts';
import { findScheme, listCellsOf } from './store.ts';

/** Returns the scheme with what is released to this user. */
export const findSchemeFor = async (db: Queryable, classId: string, userId: string, now: number): Promise<GradeSchemeRecord> => {
  const scheme = await findScheme(db, classId);
  const assignmentIds = scheme.columns.flatMap(({ assignmentId }) => assignmentId ?? []);
  const released = await listReleasedTo(db, userId, assignmentIds, now);
  return {
    ...scheme,
    columns: scheme.columns.map((column) =>
      column.assignmentId === undefined ? column : { ...column, isReleased: released.has(column.assignmentId) },
    ),
  };
};

/** Returns the scheme, and the cells of the user in the columns that are released to the user. */
export const findReleased = async (
  db: Queryable,
  classId: string,
  userId: string,
  now: number,
): Promise<{ scheme: GradeSchemeRecord; cells: GradeCellRecord[] }> => {
  const scheme = await findSchemeFor(db, classId, userId, now);
  const released = new Set(scheme.columns.flatMap(({ id, isReleased }) => (isReleased ? [id] : [])));
  return { scheme, cells: (await listCellsOf(db, classId, userId)).filter(({ columnId }) => released.has(columnId)) };
};
