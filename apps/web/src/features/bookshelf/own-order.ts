/** Custom order of the shelf: computes the changes that move a book. Pure. */

export interface OrderedBook {
  readonly bookId: string;
  readonly order?: number | undefined;
  /** Whether the book is pinned. Pinned books come first, so a book moves only among pinned or only among other books. */
  readonly pinned?: boolean | undefined;
}

/** Returns the nearest allowed index to `to` for the book at `from`. */
export const clampToSameGroup = (books: readonly OrderedBook[], from: number, to: number): number => {
  const isPinned = books[from]?.pinned === true;
  const sameGroup = books.flatMap((book, index) => ((book.pinned === true) === isPinned ? [index] : []));
  const [first = from] = sameGroup;
  return Math.min(Math.max(to, first), sameGroup.at(-1) ?? from);
};

/** Returns new order numbers, for as few books as possible, that move the book at `from` to `to`. */
export const ordersAfterMove = (books: readonly OrderedBook[], from: number, to: number): ReadonlyMap<string, number> => {
  const moved = books[from];
  if (moved === undefined || from === to) return new Map();
  const rest = books.filter((_, index) => index !== from);
  const [before, after] = [rest[to - 1], rest[to]];
  const between = (): number | undefined => {
    // Books without an order number come after all others.
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
