/** Converts classes for their teachers and their members, and changes the class of a call. */
import type { ClassGroup } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { findBookCards } from '../catalog/find-book-cards.ts';
import { findBooks } from '../catalog/find-books.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { type ClassAccess, isOwn, listClassAccess, lockClassFor, mayAnnounce, mayEdit, seesStudents } from './class-access.ts';
import { putClass, type StoredClass } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const versionNoOf = async (db: Queryable, versionId: string | undefined): Promise<number> =>
  versionId === undefined ? 0 : ((await findReleasedVersion(db, versionId))?.no ?? 0);

const ROLES = {
  own: 'teacher',
  edit: 'coTeacher',
  view: 'coTeacher',
  representative: 'student',
  member: 'student',
} as const satisfies Record<ClassAccess, ClassGroup['role']>;

/** Converts classes for the caller, who is a teacher or a member of each. */
export const viewClasses = async (
  deps: Pick<TeachingDependencies, 'db' | 'personal'>,
  caller: ReaderContext,
  classes: readonly StoredClass[],
): Promise<ClassGroup[]> => {
  const db = deps.db.orm;
  const bookIds = [...new Set(classes.map(({ bookId }) => bookId))];
  const [books, cards, institutions, accesses] = await Promise.all([
    findBooks(db, bookIds),
    findBookCards(deps, caller, bookIds),
    listInstitutionNames(
      db,
      classes.flatMap(({ institutionId }) => institutionId ?? []),
    ),
    listClassAccess(
      db,
      caller.reader.userId,
      classes.map(({ id }) => id),
    ),
  ]);
  return Promise.all(
    classes.map(async (one) => {
      const access = accesses.get(one.id) ?? 'member';
      const isTeacher = seesStudents(access);
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
        role: ROLES[access],
        mayEdit: mayEdit(access),
        mayAnnounce: mayAnnounce(access),
        coTeachers: [...one.coTeachers],
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

/** A change of a class, as `putClass` stores it. */
type ClassChange = Partial<Parameters<typeof putClass>[1]>;

/** Changes a class and returns its view. `change` may be called again if another class has the new code. Throws `class.notFound`. */
export const changeTaughtClass = async (
  deps: Pick<TeachingDependencies, 'db' | 'personal'>,
  caller: ReaderContext,
  classId: string,
  change: (tx: Transaction, found: StoredClass) => Promise<ClassChange> | ClassChange,
  covers: (access: ClassAccess) => boolean = isOwn,
): Promise<ClassGroup> => {
  const changed = await deps.db.transaction(async (tx) => {
    const found = await lockClassFor(tx, caller.reader.userId, classId, covers);
    for (;;) {
      const next = { ...found, ...(await change(tx, found)) };
      if (await putClass(tx, next)) return next;
    }
  });
  return viewClass(deps, caller, changed);
};
