/** Finds books by id in any shelf state, for other slices. */
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { selectBooks } from './store.ts';

/** Returns the books in the order of `bookIds`; unknown books and those without content are left out. */
export const findBooks = async (db: Queryable, bookIds: readonly string[]): Promise<Book[]> => {
  if (bookIds.length === 0) return [];
  const byId = new Map((await selectBooks(db, bookIds)).map((book) => [book.id, book]));
  return bookIds.flatMap((id) => byId.get(id) ?? []);
};

export const findBook = async (db: Queryable, bookId: string): Promise<Book | undefined> => (await findBooks(db, [bookId]))[0];
