/** Cards of given books as one person sees them, whatever their shelf state: for lists that other slices make. */
import type { BookCard } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findBooks } from './find-books.ts';
import type { Personal } from './personal-marks.ts';
import { toBookCard } from './view.ts';

export const findBookCards = async (
  deps: { db: Queryable; personal: Personal },
  userId: string,
  bookIds: readonly string[],
): Promise<BookCard[]> => {
  const [books, owned, progress] = await Promise.all([
    findBooks(deps.db, bookIds),
    deps.personal.ownedBookIds(userId),
    deps.personal.progressOf(userId, bookIds),
  ]);
  return books.map((book) => toBookCard(book, { owned, progress }));
};
