/** Creates a class. */
import { CodedError, LIMITS, makeClassCode, newId } from '@shufang/contract';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { findAccount } from '../account/find-users.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { approvedNameOf } from '../verification/approved-name.ts';
import { viewClass } from './class-view.ts';
import { insertClass, listClassesTaughtBy, type StoredClass } from './store.ts';
import { listTeacherInstitutions } from './teacher-institutions.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

type NewClass = UseCaseInput<'createClass'> & { readonly versionId: string };

/** Stores a class with a new join code, for the teacher `userId`. Throws `class.tooMany`. */
export const insertNewClass = async (
  { db, clock }: Pick<TeachingDependencies, 'db' | 'clock'>,
  userId: string,
  { name, term, bookId, versionId, institutionId }: NewClass,
): Promise<StoredClass> => {
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    if ((await listClassesTaughtBy(tx, userId)).length >= LIMITS.classesPerTeacherMax)
      throw new CodedError('class.tooMany', { max: LIMITS.classesPerTeacherMax });
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
        code: makeClassCode(crypto.getRandomValues(new Uint8Array(6))),
        isCodeOn: true,
        status: 'active' as const,
      };
      // A code that another class has is drawn again.
      if (await insertClass(tx, one)) return { ...one, members: 0 };
    }
  });
};

/** Throws `catalog.bookNotFound`, `institution.notFound` for an institution that is not the teacher's, `class.tooMany`. */
export const createClass: UseCase<'createClass', TeachingDependencies> = async (deps, caller, input) => {
  const { version } = await findVisibleBook(deps, caller, input.bookId);
  const institutions = await listTeacherInstitutions(deps, caller.reader);
  if (input.institutionId !== undefined && !institutions.some(({ id }) => id === input.institutionId))
    throw new CodedError('institution.notFound');
  const created = await insertNewClass(deps, caller.reader.userId, { ...input, versionId: version.id });
  return { payload: await viewClass(deps, caller, created), say: '班级已创建' };
};
