/**
 * What a collection costs as one for somebody who owns some of its books, and what each book's part of the payment is. Money in fen.
 *
 * [Note: price of a bundle] Each book owned for good is taken off by its part of the bundle's price, by list prices, rounded down. One
 * never pays more than the books to be bought cost one by one, and never less than a fen.
 */

export interface PricedBook {
  readonly bookId: string;
  /** What it costs by itself; above 0. */
  readonly listFen: number;
  readonly isOwned: boolean;
}

export interface BundlePrice {
  readonly payFen: number;
  /** Of the books to be bought, one by one. */
  readonly listFen: number;
  readonly deductedFen: number;
  /** Each book to be bought with its part of `payFen`. */
  readonly parts: readonly { readonly bookId: string; readonly listFen: number; readonly payFen: number }[];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** By weight, each rounded down; what is left over goes to the first ones, a fen each. */
export const shareOut = (sumFen: number, weights: readonly number[]): number[] => {
  const all = sumOf(weights);
  const parts = weights.map((weight) => Math.floor((sumFen * weight) / all));
  const left = sumFen - sumOf(parts);
  return parts.map((part, index) => (index < left ? part + 1 : part));
};

/** Undefined: there is nothing to buy. */
export const priceBundle = (bundleFen: number, books: readonly PricedBook[]): BundlePrice | undefined => {
  const wanted = books.filter(({ isOwned }) => !isOwned);
  if (wanted.length === 0) return undefined;
  const all = sumOf(books.map(({ listFen }) => listFen));
  const deductedFen = sumOf(books.filter(({ isOwned }) => isOwned).map(({ listFen }) => Math.floor((bundleFen * listFen) / all)));
  const listFen = sumOf(wanted.map((book) => book.listFen));
  const payFen = Math.max(1, Math.min(listFen, bundleFen - deductedFen));
  const shares = shareOut(
    payFen,
    wanted.map((book) => book.listFen),
  );
  return {
    payFen,
    listFen,
    deductedFen,
    parts: wanted.map((book, index) => ({ bookId: book.bookId, listFen: book.listFen, payFen: shares[index] ?? 0 })),
  };
};
