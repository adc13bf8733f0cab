/** Lists the books to which the caller has or had a right, with the current right to each. */
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import { personalFieldsFor } from '../personal-fields.ts';

export const listMyBooks: UseCase<'listMyBooks', Pick<CatalogDependencies, 'db' | 'personal'>> = async ({ db, personal }, caller) => {
  const owned = await personal.ownedSince(caller.reader.userId);
  const books = await findBooks(
    db.orm,
    owned.map((entry) => entry.bookId),
  );
  const [fields, rights] = await Promise.all([personalFieldsFor(personal, caller, books), personal.rightsOf(caller, books)]);
  return {
    items: books.flatMap((book) => {
      const right = rights.get(book.id);
      const held = owned.find((entry) => entry.bookId === book.id);
      return right === undefined || held === undefined
        ? []
        : [{ book: toBookCard(book, fields), right, source: held.source, since: held.since, held: [...held.held] }];
    }),
  };
};
