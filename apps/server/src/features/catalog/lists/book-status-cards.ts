/** Returns cards of given books with the current right and shelf state. */
import type { BookStatusCard } from '@shufang/contract';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import { type Caller, personalFieldsFor } from '../personal-fields.ts';

/** Returns the cards in the order of `bookIds`; drafts and unknown books are left out. */
export const findBookStatusCards = async (
  { db, personal }: Pick<CatalogDependencies, 'db' | 'personal'>,
  caller: Caller,
  bookIds: readonly string[],
): Promise<BookStatusCard[]> => {
  const books = (await findBooks(db.orm, bookIds)).filter((book) => book.shelfState !== 'draft');
  const [fields, rights] = await Promise.all([personalFieldsFor(personal, caller, books), personal.rightsOf(caller, books)]);
  return books.flatMap((book) => {
    const right = rights.get(book.id);
    return right === undefined
      ? []
      : [{ book: toBookCard(book, fields), right, shelfState: book.shelfState, versionId: book.currentVersionId }];
  });
};
