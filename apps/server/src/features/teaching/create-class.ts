/** Creates a class. */
import { CodedError, LIMITS, makeClassCode, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { findAccount } from '../account/find-users.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { approvedNameOf } from '../verification/approved-name.ts';
import { viewClass } from './class-view.ts';
import { insertClass, listClassesTaughtBy, type StoredClass } from './store.ts';
import { requireTeacherInstitution } from './teacher-institutions.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.tooMany` if the teacher has as many classes as are allowed; archived ones do not count. */
export const requireRoomForClass = async (tx: Transaction, teacherId: string): Promise<void> => {
  const classes = await listClassesTaughtBy(tx, teacherId);
  if (classes.filter(({ status }) => status !== 'archived').length >= LIMITS.classesPerTeacherMax)
    throw new CodedError('class.tooMany', { max: LIMITS.classesPerTeacherMax });
};

/** Returns a new join code, which another class may have. */
export const drawClassCode = (): string => makeClassCode(crypto.getRandomValues(new Uint8Array(6)));

type NewClass = UseCaseInput<'createClass'> & { readonly versionId: string };

/** Stores a class with a new join code, for the teacher `userId`. Throws `class.tooMany`. */
export const insertNewClass = async (
  { db, clock }: Pick<TeachingDependencies, 'db' | 'clock'>,
  userId: string,
  { name, term, bookId, versionId, institutionId }: NewClass,
): Promise<StoredClass> => {
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    await requireRoomForClass(tx, userId);
    const account = await findAccount(tx, userId);
    const teacherName = (await approvedNameOf(tx, userId)) ?? account?.nickname ?? '';
    for (;;) {
      const one = {
        id: newId(createdAt),
        teacherId: userId,
        teacherName,
        institutionId: institutionId ?? null,
        name,
        term,
        bookId,
        versionId,
        createdAt,
        code: drawClassCode(),
        isCodeOn: true,
        joinPolicy: 'open' as const,
        status: 'active' as const,
      };
      // A code that another class has is drawn again.
      if (await insertClass(tx, one)) return { ...one, members: 0, pending: 0, coTeachers: [] };
    }
  });
};

/** Throws `catalog.bookNotFound`, `institution.notFound` for an institution that is not the teacher's, `class.tooMany`. */
export const createClass: UseCase<'createClass', TeachingDependencies> = async (deps, caller, input) => {
  const { version } = await findVisibleBook(deps, caller, input.bookId);
  await requireTeacherInstitution(deps, caller.reader, input.institutionId);
  const created = await insertNewClass(deps, caller.reader.userId, { ...input, versionId: version.id });
  return { payload: await viewClass(deps, caller, created), say: '班级已创建' };
};
