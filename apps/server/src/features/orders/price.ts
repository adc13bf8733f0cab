/** What a book is sold at. The catalogue's price is the one people see, so it is the one that counts. */
import type { OutputOf, ParsedInputOf, setBookPrice as setBookPriceOperation } from '@shufang/contract';
import { changeBetween, type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { type Book, isOpenToNewReaders } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import { setCataloguePrice } from '../catalog/set-book-price.ts';
import { findRenewal, type Renewal } from '../commerce/find-renewal.ts';
import type { Sku } from './order-record.ts';
import { boundsOf } from './sale-window.ts';
import { findActiveSku, replaceSku } from './sku-store.ts';

/** Open to new readers, and sold for money. */
export const isForSale = (book: Pick<Book, 'shelfState' | 'removalNotice' | 'accessModel' | 'priceFen'>): boolean =>
  isOpenToNewReaders(book) && book.accessModel === 'paid' && book.priceFen > 0;

/** How a book is sold now beside its price, for those who edit it. */
export interface SaleOfBook {
  /** Absent: for good. */
  readonly termDays?: number;
  readonly saleFrom?: number;
  readonly saleTo?: number;
  /** Absent: renewing costs what buying costs. */
  readonly renewalFen?: number;
}

export const findSale = async (db: Queryable, bookId: string): Promise<SaleOfBook> => {
  const [sku, renewal] = await Promise.all([findActiveSku(db, { bookId }), findActiveSku(db, { renewalOf: bookId })]);
  return {
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...(sku === undefined ? {} : boundsOf(sku)),
    ...(renewal === undefined ? {} : { renewalFen: renewal.priceFen }),
  };
};

/** The price to order at. A book that got its price by its import, or by an editor, gets its entry here, with the term it had. */
export const skuOf = async (tx: Transaction, book: Pick<Book, 'id' | 'priceFen'>, now: number): Promise<Sku | undefined> => {
  const known = await findActiveSku(tx, { bookId: book.id });
  if (known?.priceFen === book.priceFen) return known;
  return replaceSku(tx, { bookId: book.id }, { ...known, priceFen: book.priceFen, termDays: known?.termDays }, now);
};

/** What a book would be bought at. */
export interface Purchase {
  readonly sku: Sku;
  /** Present: at the lower price of a renewal. */
  readonly renewal: Renewal | undefined;
}

/** [Note: renewal] The lower price, where there is one, for who had a right to the book or has one that ends soon; never above the other. */
export const purchaseOf = async (
  tx: Transaction,
  book: Pick<Book, 'id' | 'priceFen'>,
  userId: string,
  now: number,
): Promise<Purchase | undefined> => {
  const sku = await skuOf(tx, book, now);
  if (sku === undefined) return undefined;
  const lower = await findActiveSku(tx, { renewalOf: book.id });
  const renewal = lower === undefined ? undefined : await findRenewal(tx, userId, book.id, now);
  if (lower === undefined || renewal === undefined || lower.priceFen >= book.priceFen) return { sku, renewal: undefined };
  return { sku: { ...lower, termDays: sku.termDays }, renewal };
};

/** Throws `catalog.bookNotFound`. */
export const setBookPrice = (
  { db, clock }: { db: Database; clock: Clock },
  operator: Operator,
  { bookId, priceFen, termDays, saleFrom, saleTo, renewalFen }: ParsedInputOf<typeof setBookPriceOperation>,
): Promise<OutputOf<typeof setBookPriceOperation>> =>
  db.transaction(async (tx) => {
    const before = await findBook(tx, bookId);
    const known = await findSale(tx, bookId);
    const { title } = await setCataloguePrice(tx, bookId, priceFen, clock.now());
    await replaceSku(tx, { bookId }, { priceFen, termDays, saleFrom, saleTo }, clock.now());
    await replaceSku(tx, { renewalOf: bookId }, { priceFen: renewalFen ?? 0, termDays: undefined }, clock.now());
    const sale = { ...known, priceFen: before?.priceFen };
    const facts = changeBetween(
      { priceFen: sale.priceFen, termDays: sale.termDays, saleFrom: sale.saleFrom, saleTo: sale.saleTo, renewalFen: sale.renewalFen },
      { priceFen, termDays, saleFrom, saleTo, renewalFen },
    );
    await recordAct(tx, operator, { act: 'book.price', target: { kind: 'book', id: bookId, name: title }, ...facts }, clock.now());
    return {
      bookId,
      priceFen,
      ...(termDays === undefined ? {} : { termDays }),
      ...boundsOf({ saleFrom, saleTo }),
      ...(renewalFen === undefined ? {} : { renewalFen }),
    };
  });
