/** Returns the shelf states (draft, published or off the shelf) of those of the requested books that are in the caller's access scope. */
import type { UseCase } from '../../../platform/http/register.ts';
import { filterBooksInScope } from '../../publication/versions/publisher-scope.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { selectBooks } from '../store.ts';
import { toShelfRecord } from './shelf-record.ts';

export const listBookShelves: UseCase<'listBookShelves', Pick<BookAdminDependencies, 'db'>> = async (
  { db },
  { accessScope },
  { bookIds },
) => ({
  items: (await selectBooks(db.orm, [...(await filterBooksInScope(db.orm, bookIds, accessScope))])).map(toShelfRecord),
});
