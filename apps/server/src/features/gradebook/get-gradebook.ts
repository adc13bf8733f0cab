/** Returns the gradebook of a class to its teacher. */
import { packGradeCells } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, listCells, listOpenAppeals, listSnapshots } from './store.ts';
import { requireTaughtClass } from './taught-gradebook.ts';

/** Throws `class.notFound`. */
export const getGradebook: UseCase<'getGradebook', GradebookDependencies> = async ({ db }, { reader }, { classId }) => {
  const className = await requireTaughtClass(db.orm, reader.userId, classId);
  const [scheme, members, cells, openAppeals, snapshots] = await Promise.all([
    findScheme(db.orm, classId),
    listClassStudents(db.orm, classId),
    listCells(db.orm, classId),
    listOpenAppeals(db.orm, classId),
    listSnapshots(db.orm, classId),
  ]);
  const students = members.map(({ userId, name, studentNo }) => ({ userId, name, studentNo }));
  // Results of former members are stored, and shown again when they come back.
  const cellColumns = packGradeCells(
    students.map(({ userId }) => userId),
    cells,
  );
  return { className, scheme, students, cellColumns, openAppeals, snapshots };
};
