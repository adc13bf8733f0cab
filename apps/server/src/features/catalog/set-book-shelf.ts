/** Putting a book on the shelf and taking it off, and how books stand now. */
import {
  CodedError,
  type listBookShelves as listBookShelvesOperation,
  type OutputOf,
  type ParsedInputOf,
  type ShelfRecord,
  type setBookShelf as setBookShelfOperation,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { selectBooks, updateShelfState } from './store.ts';

export interface ShelfDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
}

const toRecord = ({ id, title, shelfState }: Book): ShelfRecord => ({ bookId: id, title, state: shelfState });

/** Throws `catalog.bookNotFound`, also for a book without content: there would be nothing to read. */
export const setBookShelf = async (
  deps: ShelfDependencies,
  input: ParsedInputOf<typeof setBookShelfOperation>,
): Promise<OutputOf<typeof setBookShelfOperation>> => {
  await updateShelfState(deps.db, input.bookId, input.state, deps.clock.now());
  const [book] = await selectBooks(deps.db, [input.bookId]);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return toRecord(book);
};

export const listBookShelves = async (
  deps: Pick<ShelfDependencies, 'db'>,
  bookIds: readonly string[],
): Promise<OutputOf<typeof listBookShelvesOperation>> => ({ items: (await selectBooks(deps.db, bookIds)).map(toRecord) });
