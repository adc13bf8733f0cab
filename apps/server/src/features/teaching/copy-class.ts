/** Creates a class like another one, for the next term. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { requireOwnClass, viewClass } from './class-view.ts';
import { insertNewClass } from './create-class.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound` also to a member, `class.tooMany`, `catalog.bookNotFound` if the book was withdrawn. */
export const copyClass: UseCase<'copyClass', TeachingDependencies> = async (deps, caller, { id, name, term }) => {
  const { bookId, institutionId, isTeacher } = await requireOwnClass(deps.db.orm, caller.reader.userId, id);
  if (!isTeacher) throw new CodedError('class.notFound');
  const { version } = await findVisibleBook(deps, caller, bookId);
  const institution = institutionId === null ? {} : { institutionId };
  const copy = await insertNewClass(deps, caller.reader.userId, { name, term, bookId, versionId: version.id, ...institution });
  return { payload: await viewClass(deps, caller, copy), say: '班级已复制' };
};
