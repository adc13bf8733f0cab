/** The gradebook of a class as it is now, in the form of a snapshot. */
import type { GradeValue } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { findScheme, listCells, type SnapshotContent } from './store.ts';

export const currentGradebook = async (db: Queryable, classId: string): Promise<SnapshotContent> => {
  // One after the other, because a transaction has one connection.
  const scheme = await findScheme(db, classId);
  const members = await listClassStudents(db, classId);
  const cells = await listCells(db, classId);
  const values = new Map<string, Record<string, GradeValue>>();
  for (const { userId, columnId, value } of cells) {
    const own = values.get(userId) ?? {};
    own[columnId] = value;
    values.set(userId, own);
  }
  return {
    scheme,
    students: Object.fromEntries(
      members.map(({ userId, name, studentNo }) => [userId, { name, studentNo, cells: values.get(userId) ?? {} }]),
    ),
  };
};
