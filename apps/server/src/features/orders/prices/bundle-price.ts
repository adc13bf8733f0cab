/**
 * The price of a collection as a bundle for a buyer who may own some of its books, and each book's share of the payment. Amounts in fen.
 *
 * [Note: price of a bundle] The bundle price is reduced by the share of each permanently owned book, in proportion to list prices, rounded
 * down. The buyer never pays more than the remaining books cost one by one, and at least one fen.
 */

export interface PricedBook {
  readonly bookId: string;
  /** The price of the book alone; above 0. */
  readonly listFen: number;
  readonly isOwned: boolean;
}

export interface BundlePrice {
  readonly payFen: number;
  /** The total of the prices of the books to buy, bought one by one. */
  readonly listFen: number;
  readonly deductedFen: number;
  /** Each book to buy with its share of `payFen`. */
  readonly parts: readonly { readonly bookId: string; readonly listFen: number; readonly payFen: number }[];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Divides an amount by weight, rounded down; the remainder goes to the first parts, one fen each. */
export const shareOut = (sumFen: number, weights: readonly number[]): number[] => {
  const all = sumOf(weights);
  const parts = weights.map((weight) => Math.floor((sumFen * weight) / all));
  const left = sumFen - sumOf(parts);
  return parts.map((part, index) => (index < left ? part + 1 : part));
};

/** Returns the price of a bundle for a buyer; undefined if the buyer owns all of its books. */
export const priceBundle = (bundleFen: number, books: readonly PricedBook[]): BundlePrice | undefined => {
  const toBuy = books.filter(({ isOwned }) => !isOwned);
  if (toBuy.length === 0) return undefined;
  const all = sumOf(books.map(({ listFen }) => listFen));
  const deductedFen = sumOf(books.filter(({ isOwned }) => isOwned).map(({ listFen }) => Math.floor((bundleFen * listFen) / all)));
  const listFen = sumOf(toBuy.map((book) => book.listFen));
  const payFen = Math.max(1, Math.min(listFen, bundleFen - deductedFen));
  const shares = shareOut(
    payFen,
    toBuy.map((book) => book.listFen),
  );
  return {
    payFen,
    listFen,
    deductedFen,
    parts: toBuy.map((book, index) => ({ bookId: book.bookId, listFen: book.listFen, payFen: shares[index] ?? 0 })),
  };
};
