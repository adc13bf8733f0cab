/** The books a person holds a right to, with the right in force. */
import type { listMyBooks as listMyBooksOperation, OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { findBooks } from './find-books.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';

export const listMyBooks = async (
  deps: { db: Queryable; personal: Personal },
  context: ReaderContext,
): Promise<OutputOf<typeof listMyBooksOperation>> => {
  const owned = await deps.personal.ownedSince(context.reader.userId);
  const books = await findBooks(
    deps.db,
    owned.map((entry) => entry.bookId),
  );
  const [marks, rights] = await Promise.all([personalMarksFor(deps.personal, context, books), deps.personal.rightsOf(context, books)]);
  return {
    items: books.flatMap((book) => {
      const right = rights.get(book.id);
      const held = owned.find((entry) => entry.bookId === book.id);
      return right === undefined || held === undefined
        ? []
        : [{ book: toBookCard(book, marks), right, source: held.source, since: held.since, held: [...held.held] }];
    }),
  };
};
