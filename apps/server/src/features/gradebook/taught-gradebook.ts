/** Finds the class of a gradebook call and checks what its columns and students allow. */
import { CodedError, type GradeSchemeRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { lockClassFor, mayEdit, requireClass, seesStudents } from '../teaching/class-access.ts';
import { findTeacherName } from '../teaching/teacher-name.ts';
import { findScheme, lockScheme } from './store.ts';

/** Returns the name of a class whose results the caller may see as a teacher. Throws `class.notFound` for everyone else. */
export const requireTaughtClass = async (db: Queryable, userId: string, classId: string): Promise<string> =>
  (await requireClass(db, userId, classId, seesStudents)).name;

/** A gradebook that is locked until the transaction ends. */
export interface LockedGradebook {
  readonly className: string;
  /** Name of the caller as students see it. */
  readonly teacherName: string;
  readonly scheme: GradeSchemeRecord;
}

/** Locks the gradebook of a class that the caller may change. Throws `class.notFound`, and `grade.final` unless `mayBeFinal`. */
export const lockGradebook = async (
  tx: Transaction,
  userId: string,
  classId: string,
  { mayBeFinal = false }: { readonly mayBeFinal?: boolean } = {},
): Promise<LockedGradebook> => {
  const found = await lockClassFor(tx, userId, classId, mayEdit);
  await lockScheme(tx, classId);
  const scheme = await findScheme(tx, classId);
  if (!mayBeFinal && scheme.finalAt !== undefined) throw new CodedError('grade.final');
  return { className: found.name, teacherName: await findTeacherName(tx, found, userId), scheme };
};

/** Throws `grade.columnNotFound` if a column is not one of the scheme. */
export const requireColumns = ({ columns }: GradeSchemeRecord, columnIds: readonly string[]): void => {
  const known = new Set(columns.map(({ id }) => id));
  if (columnIds.some((id) => !known.has(id))) throw new CodedError('grade.columnNotFound');
};
