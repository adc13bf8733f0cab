/** Lists the books that name the caller as a contributor. */
import type { UseCase } from '../../../platform/http/register.ts';
import { listBooksOfContributor } from '../admin/admin-book-store.ts';
import { noPersonalFields, toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';

export const getBooksAsAuthor: UseCase<'getBooksAsAuthor', Pick<CatalogDependencies, 'db'>> = async ({ db }, { reader }) => {
  const credits = await listBooksOfContributor(db.orm, reader.userId);
  const books = await findBooks(
    db.orm,
    credits.map(({ bookId }) => bookId),
  );
  return {
    items: books.map((book) => ({
      book: toBookCard(book, noPersonalFields),
      roles: credits.find(({ bookId }) => bookId === book.id)?.roles ?? [],
      state: book.shelfState,
      updatedAt: book.updatedAt,
    })),
  };
};
