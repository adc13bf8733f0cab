/** The person's own order of the shelf: what is to be written so that a book stands elsewhere. Pure. */

export interface OrderedBook {
  readonly bookId: string;
  readonly order?: number | undefined;
  /** Pinned books stand before the others: a book moves among its like. */
  readonly pinned?: boolean | undefined;
}

/** Nearest place to `to` that the book at `from` may take. */
export const placeAmongLike = (books: readonly OrderedBook[], from: number, to: number): number => {
  const isPinned = books[from]?.pinned === true;
  const like = books.flatMap((book, index) => ((book.pinned === true) === isPinned ? [index] : []));
  const [first = from] = like;
  return Math.min(Math.max(to, first), like.at(-1) ?? from);
};

/** The order of `books` after the one at `from` went to `to`, as a new number for the fewest of them. */
export const ordersAfterMove = (books: readonly OrderedBook[], from: number, to: number): ReadonlyMap<string, number> => {
  const moved = books[from];
  if (moved === undefined || from === to) return new Map();
  const rest = books.filter((_, index) => index !== from);
  const [before, after] = [rest[to - 1], rest[to]];
  const between = (): number | undefined => {
    // Those without a number stand after all that have one.
    if (before === undefined) return after?.order === undefined ? undefined : after.order - 1;
    if (before.order === undefined) return undefined;
    if (after?.order === undefined) return before.order + 1;
    const middle = (before.order + after.order) / 2;
    return middle > before.order && middle < after.order ? middle : undefined;
  };
  const order = between();
  if (order !== undefined) return new Map([[moved.bookId, order]]);
  const all = [...rest.slice(0, to), moved, ...rest.slice(to)];
  return new Map(all.flatMap(({ bookId, order: old }, index) => (old === index + 1 ? [] : [[bookId, index + 1] as const])));
};
