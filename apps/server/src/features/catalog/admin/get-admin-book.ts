/** Returns a book with everything an editor can change. Throws `catalog.bookNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { readAdminBook } from './admin-book.ts';

export const getAdminBook: UseCase<'getAdminBook', BookAdminDependencies> = (dependencies, caller, { bookId }) =>
  readAdminBook(dependencies, bookId, caller.accessScope);
