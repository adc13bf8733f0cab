/** A collection sold as a bundle, as it is sold now. [Note: price of a bundle] */
import { type AccessRight, CodedError } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { Book } from '../../catalog/book.ts';
import { findSoldCollection } from '../../catalog/collections/find-collections.ts';
import type { Sku } from '../order-record.ts';
import { type BundlePrice, priceBundle } from './bundle-price.ts';
import { hasNothingToBuy } from './buyable-book.ts';
import { isForSale } from './price.ts';
import { findActiveSku } from './sku-store.ts';

interface Bundle {
  readonly title: string;
  /** The books of the collection that are sold one by one; free books and books sold by code only are left out. */
  readonly books: readonly Book[];
  readonly owned: ReadonlySet<string>;
  readonly sku: Sku | undefined;
  /** The price for the buyer; undefined if the bundle is not for sale or the buyer owns all its books. */
  readonly price: BundlePrice | undefined;
}

/** Returns an amount in yuan, as messages show it. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2);

/** Returns the bundle for a buyer who owns the books that `listOwned` returns. Throws `catalog.collectionNotFound`. */
export const findBundle = async (
  db: Queryable,
  collectionId: string,
  listOwned: (books: readonly Book[]) => Promise<ReadonlySet<string>>,
): Promise<Bundle> => {
  const found = await findSoldCollection(db, collectionId);
  if (found === undefined) throw new CodedError('catalog.collectionNotFound');
  const books = found.books.filter(isForSale);
  const owned = await listOwned(books);
  const sku = await findActiveSku(db, { collectionId });
  const priced = books.map((book) => ({ bookId: book.id, listFen: book.priceFen, isOwned: owned.has(book.id) }));
  return {
    title: found.title,
    books,
    owned,
    sku,
    price: sku && priceBundle(sku.priceFen, priced),
  };
};

/** Returns the ids of the books that a right opens in full and permanently. */
export const permanentlyOwned = (rights: ReadonlyMap<string, AccessRight>): ReadonlySet<string> =>
  new Set([...rights].flatMap(([id, right]) => (hasNothingToBuy(right) ? [id] : [])));

/** Returns the books of a collection that are for sale, also of a hidden collection. Throws `catalog.collectionNotFound`. */
export const requireBundleBooks = async (db: Queryable, collectionId: string): Promise<{ title: string; books: readonly Book[] }> => {
  const found = await findSoldCollection(db, collectionId, { hiddenToo: true });
  if (found === undefined) throw new CodedError('catalog.collectionNotFound');
  return { title: found.title, books: found.books.filter(isForSale) };
};

/** Returns what the books cost one by one. */
export const listPriceOf = (books: readonly Book[]): number => books.reduce((sum, { priceFen }) => sum + priceFen, 0);
