/** Returns what each version of a book changed. Throws `catalog.bookNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listBookVersions } from './book-versions.ts';
import { findVisibleBook } from './visible-book.ts';

export const getBookChanges: UseCase<'getBookChanges', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  dependencies,
  caller,
  { bookId },
) => {
  await findVisibleBook(dependencies, caller, bookId);
  return listBookVersions(dependencies.db.orm, bookId);
};
