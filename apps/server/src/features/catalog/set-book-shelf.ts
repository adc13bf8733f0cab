/** Putting a book on the shelf and taking it off, and how books stand now. */
import {
  CodedError,
  type listBookShelves as listBookShelvesOperation,
  type OutputOf,
  type ParsedInputOf,
  type ShelfRecord,
  type setBookRemoval as setBookRemovalOperation,
  type setBookShelf as setBookShelfOperation,
} from '@shufang/contract';
import { type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { booksWithin } from '../media/publication/books-within.ts';
import type { Book } from './book.ts';
import { selectBooks, updateRemovalNotice, updateShelfState } from './store.ts';

export interface ShelfDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

const toRecord = ({ id, title, shelfState }: Book): ShelfRecord => ({ bookId: id, title, state: shelfState });

/**
 * Throws `catalog.bookNotFound`, also for a book without content: there would be nothing to read. Taking off needs a reason, for
 * readers will ask.
 */
export const setBookShelf = async (
  { db, clock }: ShelfDependencies,
  operator: Operator,
  { bookId, state, reason }: ParsedInputOf<typeof setBookShelfOperation>,
): Promise<OutputOf<typeof setBookShelfOperation>> => {
  if (state === 'offShelf' && reason === '') throw new CodedError('request.invalid', { reason: '请写明下架的原因' });
  return db.transaction(async (tx) => {
    const [before] = await selectBooks(tx, [bookId]);
    if (before === undefined) throw new CodedError('catalog.bookNotFound');
    if (before.shelfState !== state) {
      await updateShelfState(tx, bookId, state, clock.now());
      const act = state === 'published' ? 'book.publish' : 'book.takeOffShelf';
      const facts = { before: { state: before.shelfState }, after: { state }, reason };
      await recordAct(tx, operator, { act, target: { kind: 'book', id: bookId, name: before.title }, ...facts }, clock.now());
    }
    return toRecord({ ...before, shelfState: state });
  });
};

/** Throws `catalog.bookNotFound`. Taking a book from those who own it needs a reason for the log. */
export const setBookRemoval = async (
  { db, clock }: ShelfDependencies,
  operator: Operator,
  { bookId, notice, reason }: ParsedInputOf<typeof setBookRemovalOperation>,
): Promise<OutputOf<typeof setBookRemovalOperation>> => {
  if (notice !== '' && reason === '') throw new CodedError('request.invalid', { reason: '请写明停止阅读的依据' });
  return db.transaction(async (tx) => {
    const [before] = await selectBooks(tx, [bookId]);
    if (before === undefined) throw new CodedError('catalog.bookNotFound');
    const known = before.removalNotice ?? '';
    if (known !== notice) {
      await updateRemovalNotice(tx, bookId, notice === '' ? null : notice, clock.now());
      const facts = { before: { removalNotice: known }, after: { removalNotice: notice }, reason };
      await recordAct(
        tx,
        operator,
        { act: 'book.remove', target: { kind: 'book', id: bookId, name: before.title }, ...facts },
        clock.now(),
      );
    }
    return { bookId, notice };
  });
};

export const listBookShelves = async (
  { db }: Pick<ShelfDependencies, 'db'>,
  bookIds: readonly string[],
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listBookShelvesOperation>> => ({
  items: (await selectBooks(db.orm, [...(await booksWithin(db.orm, bookIds, bounds))])).map(toRecord),
});
