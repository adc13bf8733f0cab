/** Converts classes for their teacher and their members, and finds the class of a call. */
import { type ClassGroup, CodedError } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { findBookCards } from '../catalog/find-book-cards.ts';
import { findBooks } from '../catalog/find-books.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { findClass, findMember, lockClass, putClass, type StoredClass } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const versionNoOf = async (db: Queryable, versionId: string | undefined): Promise<number> =>
  versionId === undefined ? 0 : ((await findReleasedVersion(db, versionId))?.no ?? 0);

/** Converts classes for the caller, who is the teacher or a member of each. */
export const viewClasses = async (
  deps: Pick<TeachingDependencies, 'db' | 'personal'>,
  caller: ReaderContext,
  classes: readonly StoredClass[],
): Promise<ClassGroup[]> => {
  const db = deps.db.orm;
  const bookIds = [...new Set(classes.map(({ bookId }) => bookId))];
  const [books, cards, institutions] = await Promise.all([
    findBooks(db, bookIds),
    findBookCards(deps, caller, bookIds),
    listInstitutionNames(
      db,
      classes.flatMap(({ institutionId }) => institutionId ?? []),
    ),
  ]);
  return Promise.all(
    classes.map(async (one) => {
      const isTeacher = one.teacherId === caller.reader.userId;
      const institution = one.institutionId === null ? undefined : institutions.get(one.institutionId);
      const book = cards.find(({ id }) => id === one.bookId);
      const newestId = books.find(({ id }) => id === one.bookId)?.currentVersionId;
      return {
        id: one.id,
        name: one.name,
        term: one.term,
        status: one.status,
        teacher: one.teacherName,
        ...(institution === undefined || one.institutionId === null ? {} : { institution: { id: one.institutionId, name: institution } }),
        ...(book === undefined ? {} : { book }),
        versionNo: await versionNoOf(db, one.versionId),
        newestVersionNo: await versionNoOf(db, newestId),
        members: one.members,
        ...(isTeacher ? { pending: one.pending } : {}),
        createdAt: one.createdAt,
        role: isTeacher ? ('teacher' as const) : ('student' as const),
        isCodeOn: one.isCodeOn,
        joinPolicy: one.joinPolicy,
        ...(isTeacher ? { code: one.code } : {}),
      };
    }),
  );
};

/** Returns the view of one class. */
export const viewClass = async (
  deps: Pick<TeachingDependencies, 'db' | 'personal'>,
  caller: ReaderContext,
  one: StoredClass,
): Promise<ClassGroup> => {
  const [view] = await viewClasses(deps, caller, [one]);
  if (view === undefined) throw new Error(`no view of class ${one.id}`);
  return view;
};

/**
 * Returns a class that the caller may see, as its teacher or as an active member. Throws `class.notFound` for everyone else, as for an
 * unknown class.
 */
export const requireOwnClass = async (db: Queryable, userId: string, classId: string): Promise<StoredClass & { isTeacher: boolean }> => {
  const found = await findClass(db, classId);
  if (found === undefined) throw new CodedError('class.notFound');
  const isTeacher = found.teacherId === userId;
  if (!isTeacher && (await findMember(db, classId, userId))?.status !== 'active') throw new CodedError('class.notFound');
  return { ...found, isTeacher };
};

/** Locks a class of this teacher until the transaction ends. Throws `class.notFound` for everyone else. */
export const lockTaughtClass = async (tx: Transaction, teacherId: string, classId: string): Promise<StoredClass> => {
  const found = await lockClass(tx, classId);
  if (found?.teacherId !== teacherId) throw new CodedError('class.notFound');
  return found;
};

/** A change of a class, as `putClass` stores it. */
type ClassChange = Partial<Parameters<typeof putClass>[1]>;

/** Changes a class of the caller and returns its view. `change` may be called again if another class has the new code. */
export const changeTaughtClass = async (
  deps: Pick<TeachingDependencies, 'db' | 'personal'>,
  caller: ReaderContext,
  classId: string,
  change: (tx: Transaction, found: StoredClass) => Promise<ClassChange> | ClassChange,
): Promise<ClassGroup> => {
  const changed = await deps.db.transaction(async (tx) => {
    const found = await lockTaughtClass(tx, caller.reader.userId, classId);
    for (;;) {
      const next = { ...found, ...(await change(tx, found)) };
      if (await putClass(tx, next)) return next;
    }
  });
  return viewClass(deps, caller, changed);
};
