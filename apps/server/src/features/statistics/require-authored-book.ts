/** Who may see the statistics of a book: its contributors. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listAuthoredBooks } from '../catalog/authors/authored-books.ts';
import { findBook } from '../catalog/find-books.ts';

/** Returns the book. Throws `statistics.notContributor`, `statistics.notPublished`. */
export const requireAuthoredBook = async (db: Queryable, userId: string, bookId: string): Promise<{ readonly title: string }> => {
  const authored = await listAuthoredBooks(db, userId);
  if (!authored.some((book) => book.bookId === bookId)) throw new CodedError('statistics.notContributor');
  const book = await findBook(db, bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('statistics.notPublished');
  return { title: book.title };
};
