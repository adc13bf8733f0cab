/** What a book is sold at. The catalogue's price is the one people see, so it is the one that counts. */
import type { OutputOf, ParsedInputOf, setBookPrice as setBookPriceOperation } from '@shufang/contract';
import { changeBetween, type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import { setCataloguePrice } from '../catalog/set-book-price.ts';
import type { Sku } from './order-record.ts';
import { findActiveSku, replaceSku } from './sku-store.ts';

/** On the shelf, and sold for money. */
export const isForSale = (book: Pick<Book, 'shelfState' | 'accessModel' | 'priceFen'>): boolean =>
  book.shelfState === 'published' && book.accessModel === 'paid' && book.priceFen > 0;

/** How long the right to a book lasts that is bought now; undefined: for good. */
export const findTerm = async (db: Queryable, bookId: string): Promise<number | undefined> =>
  (await findActiveSku(db, { bookId }))?.termDays;

/** The price to order at. A book that got its price by its import, or by an editor, gets its entry here, with the term it had. */
export const skuOf = async (tx: Transaction, book: Pick<Book, 'id' | 'priceFen'>, now: number): Promise<Sku | undefined> => {
  const known = await findActiveSku(tx, { bookId: book.id });
  if (known?.priceFen === book.priceFen) return known;
  return replaceSku(tx, { bookId: book.id }, { priceFen: book.priceFen, termDays: known?.termDays }, now);
};

/** Throws `catalog.bookNotFound`. */
export const setBookPrice = (
  { db, clock }: { db: Database; clock: Clock },
  operator: Operator,
  { bookId, priceFen, termDays }: ParsedInputOf<typeof setBookPriceOperation>,
): Promise<OutputOf<typeof setBookPriceOperation>> =>
  db.transaction(async (tx) => {
    const before = await findBook(tx, bookId);
    const known = await findActiveSku(tx, { bookId });
    const { title } = await setCataloguePrice(tx, bookId, priceFen, clock.now());
    await replaceSku(tx, { bookId }, { priceFen, termDays }, clock.now());
    const facts = changeBetween({ priceFen: before?.priceFen, termDays: known?.termDays }, { priceFen, termDays });
    await recordAct(tx, operator, { act: 'book.price', target: { kind: 'book', id: bookId, name: title }, ...facts }, clock.now());
    return { bookId, priceFen, ...(termDays === undefined ? {} : { termDays }) };
  });
