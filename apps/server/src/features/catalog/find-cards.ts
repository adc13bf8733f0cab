/** Cards of given books as one person sees them, whatever their shelf state: for lists that other slices make. */
import type { BookCard } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findBooks } from './find-books.ts';
import { type Asker, type Personal, personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';

export const findBookCards = async (
  deps: { db: Queryable; personal: Personal },
  asker: Asker,
  bookIds: readonly string[],
): Promise<BookCard[]> => {
  const books = await findBooks(deps.db, bookIds);
  const marks = await personalMarksFor(deps.personal, asker, books);
  return books.map((book) => toBookCard(book, marks));
};
