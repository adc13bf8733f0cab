/** Creates a class like another one, for the next term. */
import type { UseCase } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { copyPlans } from './chapter-plan-store.ts';
import { isOwn, requireClass } from './class-access.ts';
import { viewClass } from './class-view.ts';
import { insertNewClass } from './create-class.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Throws `class.notFound` also to everyone but its teacher, `class.tooMany`, `catalog.bookNotFound` if the book was withdrawn. */
export const copyClass: UseCase<'copyClass', TeachingDependencies> = async (deps, caller, { id, name, term }) => {
  const { bookId, institutionId } = await requireClass(deps.db.orm, caller.reader.userId, id, isOwn);
  const { version } = await findVisibleBook(deps, caller, bookId);
  const institution = institutionId === null ? {} : { institutionId };
  const copy = await insertNewClass(deps, caller.reader.userId, { name, term, bookId, versionId: version.id, ...institution });
  await deps.db.transaction((tx) => copyPlans(tx, id, copy.id));
  return { payload: await viewClass(deps, caller, copy), say: '班级已复制' };
};
