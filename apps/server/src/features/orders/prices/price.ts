/** The prices of single books. Readers see the price in the catalog, so the stored price is adapted to it. */
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hasReleasedAnyCode } from '../../activation-code/release-code.ts';
import { type Book, isOpenToNewReaders } from '../../catalog/book.ts';
import { findRenewal, type Renewal } from '../../entitlement/find-renewal.ts';
import type { Sku } from '../order-record.ts';
import { saleWindowOf } from './sale-window.ts';
import { findActiveSku, replaceSku } from './sku-store.ts';

/** Returns whether the book is open to new readers and sold for a price. */
export const isForSale = (book: Pick<Book, 'shelfState' | 'removalNotice' | 'accessModel' | 'priceFen'>): boolean =>
  isOpenToNewReaders(book) && book.accessModel === 'paid' && book.priceFen > 0;

/** How a book is currently sold, except for its price, as editors see it. */
export interface SaleOfBook {
  /** Number of days that a buyer can read the book; absent: permanently. */
  readonly termDays?: number;
  readonly saleFrom?: number;
  readonly saleTo?: number;
  /** The renewal price in fen; absent if a renewal costs the full price. */
  readonly renewalFen?: number;
}

export const findSale = async (db: Queryable, bookId: string): Promise<SaleOfBook> => {
  const [sku, renewal] = await Promise.all([findActiveSku(db, { bookId }), findActiveSku(db, { renewalOf: bookId })]);
  return {
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...(sku === undefined ? {} : saleWindowOf(sku)),
    ...(renewal === undefined ? {} : { renewalFen: renewal.priceFen }),
  };
};

/** Returns the stored price of the book. If the catalog shows another price, first stores that price with the same term. */
export const skuOf = async (tx: Transaction, book: Pick<Book, 'id' | 'priceFen'>, now: number): Promise<Sku | undefined> => {
  const current = await findActiveSku(tx, { bookId: book.id });
  if (current?.priceFen === book.priceFen) return current;
  return replaceSku(tx, { bookId: book.id }, { ...current, priceFen: book.priceFen, termDays: current?.termDays }, now);
};

/** The price at which a user would buy a book. */
export interface Purchase {
  readonly sku: Sku;
  /** The renewal, if its lower price applies; otherwise undefined. */
  readonly renewal: Renewal | undefined;
}

/**
 * Returns the price for the user: the renewal price if it is lower and the user had a right to the book or has one that ends soon, else the
 * full price. Undefined if the book has no price. [Note: renewal]
 */
export const purchaseOf = async (
  tx: Transaction,
  book: Pick<Book, 'id' | 'priceFen'>,
  userId: string,
  now: number,
): Promise<Purchase | undefined> => {
  const sku = await skuOf(tx, book, now);
  if (sku === undefined) return undefined;
  const lower = await findActiveSku(tx, { renewalOf: book.id });
  const renewal = lower === undefined ? undefined : await findRenewal(tx, hasReleasedAnyCode, userId, book.id, now);
  if (lower === undefined || renewal === undefined || lower.priceFen >= book.priceFen) return { sku, renewal: undefined };
  return { sku: { ...lower, termDays: sku.termDays }, renewal };
};
