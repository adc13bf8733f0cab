/** Determines which editions of a work a user sees, and their order. */
import type { Book } from '../book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import type { Caller } from '../personal-fields.ts';
import { listEditionIds } from '../store.ts';

/**
 * Returns the list with the books of each work reordered among their own positions, newer editions first; all other books keep their
 * positions.
 */
export const newerEditionsFirst = (books: readonly Book[]): Book[] => {
  const queues = new Map<string, Book[]>();
  for (const book of books) if (book.workId !== undefined) queues.set(book.workId, [...(queues.get(book.workId) ?? []), book]);
  for (const [workId, queue] of queues)
    queues.set(
      workId,
      queue.toSorted((a, b) => b.edition - a.edition),
    );
  return books.map((book) => (book.workId === undefined ? undefined : queues.get(book.workId)?.shift()) ?? book);
};

/**
 * Returns the editions of a book's work that the user may see: published ones, `book` itself, and unpublished ones the user may still
 * read; newest first.
 */
export const findEditions = async (
  { db, personal }: Pick<CatalogDependencies, 'db' | 'personal'>,
  caller: Caller,
  book: Book,
): Promise<Book[]> => {
  if (book.workId === undefined) return [book];
  const editions = await findBooks(db.orm, await listEditionIds(db.orm, book.workId));
  const withdrawn = editions.filter(({ shelfState }) => shelfState === 'offShelf');
  const rights = withdrawn.length === 0 ? new Map() : await personal.rightsOf(caller, withdrawn);
  return editions.filter(({ id, shelfState }) => {
    if (id === book.id || shelfState === 'published') return true;
    return shelfState === 'offShelf' && ['owned', 'institution', 'class'].includes(rights.get(id)?.kind ?? 'none');
  });
};
