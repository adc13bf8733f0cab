/** Editions of one work: which of them a person finds, and in which order. */
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { findBooks } from './find-books.ts';
import type { Asker, Personal } from './personal-marks.ts';
import { listEditionIds } from './store.ts';

/** The same places, but where editions of one work stand, the newer ones come first. */
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

/** Those on the shelf, `book` itself, and those taken off the shelf that the person may still read; the newest first. */
export const findEditions = async (
  { db, personal }: { readonly db: Queryable; readonly personal: Personal },
  context: Asker,
  book: Book,
): Promise<Book[]> => {
  if (book.workId === undefined) return [book];
  const editions = await findBooks(db, await listEditionIds(db, book.workId));
  const withdrawn = editions.filter(({ shelfState }) => shelfState === 'offShelf');
  const rights = withdrawn.length === 0 ? new Map() : await personal.rightsOf(context, withdrawn);
  return editions.filter(({ id, shelfState }) => {
    if (id === book.id || shelfState === 'published') return true;
    return shelfState === 'offShelf' && ['owned', 'institution', 'class'].includes(rights.get(id)?.kind ?? 'none');
  });
};
