/** Returns cards of given books for one user, in any shelf state, for lists of other slices. */
import type { BookCard } from '@shufang/contract';
import { toBookCard } from './book-card.ts';
import type { CatalogDependencies } from './catalog-dependencies.ts';
import { findBooks } from './find-books.ts';
import { type Caller, personalFieldsFor } from './personal-fields.ts';

export const findBookCards = async (
  deps: Pick<CatalogDependencies, 'db' | 'personal'>,
  caller: Caller,
  bookIds: readonly string[],
): Promise<BookCard[]> => {
  const books = await findBooks(deps.db.orm, bookIds);
  const fields = await personalFieldsFor(deps.personal, caller, books);
  return books.map((book) => toBookCard(book, fields));
};
