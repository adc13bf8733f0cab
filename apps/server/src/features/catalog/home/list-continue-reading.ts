/** Lists the books in progress, last read first. */
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import { personalFieldsFor } from '../personal-fields.ts';

const LENGTH = 6;

/** Returns the books with their positions. A book the user may no longer open is listed too: its page explains the reason. */
export const listContinueReading: UseCase<'listContinueReading', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  { db, personal },
  caller,
) => {
  const recent = await personal.recentProgress(caller.reader.userId, LENGTH);
  const books = await findBooks(
    db.orm,
    recent.map((entry) => entry.bookId),
  );
  const fields = await personalFieldsFor(personal, caller, books);
  return {
    items: recent.flatMap((entry) => {
      const book = books.find((candidate) => candidate.id === entry.bookId);
      return book === undefined ? [] : [{ book: toBookCard(book, fields), locator: entry.locator, readAt: entry.updatedAt }];
    }),
  };
};
