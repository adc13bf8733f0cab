/** Selects and sorts the books on the shelf. Pure. */
import { type BookStatusCard, type DeviceCode, furthestOf, type ProgressRecord, type ShelfItemRecord } from '@shufang/contract';

export const shelfSorts = ['recent', 'own', 'added', 'title', 'progress'] as const;
export type ShelfSort = (typeof shelfSorts)[number];

/** A reading position: from the record in the database, or from local storage if a page was closed before it could write the record. */
export type ReadingPosition = Pick<ProgressRecord, 'bookId' | 'locator' | 'furthest' | 'updatedAt'> & {
  /** The version that was read; absent when unknown. */
  readonly versionId?: string;
  /** Device on which the user last read the book; absent when unknown. */
  readonly readOn?: 'here' | DeviceCode;
};

export interface ShelfBook {
  readonly bookId: string;
  readonly item: ShelfItemRecord;
  /** Data of the book from the server; undefined if it is not loaded, or if the book no longer exists. */
  readonly card: BookStatusCard | undefined;
  readonly position: ReadingPosition | undefined;
  readonly addedAt: number;
}

interface ShelfSources {
  readonly items: ReadonlyMap<string, ShelfItemRecord>;
  readonly positions: readonly ReadingPosition[];
  readonly owned: readonly { readonly bookId: string; readonly since: number }[];
}

/**
 * Returns the ids of the books that may be on the shelf, including hidden ones: added, owned, or opened. A book that was only opened is on
 * the shelf if it is free (`isOnlyOpened`).
 */
export const booksOnShelf = ({ items, positions, owned }: ShelfSources): string[] => {
  const implicit = [...owned.map(({ bookId }) => bookId), ...positions.map(({ bookId }) => bookId)];
  const undecided = implicit.filter((bookId) => items.get(bookId)?.onShelf === undefined);
  const chosen = [...items.values()].filter((item) => item.onShelf === true).map((item) => item.bookId);
  return [...new Set([...chosen, ...undecided])];
};

/** Returns whether the user has neither added nor bought the book, but only opened it. */
export const isOnlyOpened = (bookId: string, { items, owned }: Pick<ShelfSources, 'items' | 'owned'>): boolean =>
  items.get(bookId)?.onShelf === undefined && owned.every((each) => each.bookId !== bookId);

/** Returns the share of a book that the user has reached on this device or, by the server, on another one; undefined if unknown. */
export const shareRead = ({
  position,
  card,
}: {
  readonly position: Pick<ReadingPosition, 'locator' | 'furthest'> | undefined;
  readonly card: { readonly book: { readonly progress?: number | undefined } } | undefined;
}): number | undefined => {
  const here = furthestOf(position);
  const onServer = card?.book.progress;
  return here === undefined || onServer === undefined ? (here ?? onServer) : Math.max(here, onServer);
};

/** Returns whether the book has a new version since it was last opened. */
export const hasNewVersion = ({ position, card }: Pick<ShelfBook, 'position' | 'card'>): boolean =>
  position?.versionId !== undefined && card?.versionId !== undefined && position.versionId !== card.versionId;

const collator = new Intl.Collator('zh-CN', { numeric: true });

const compareBy: Record<ShelfSort, (a: ShelfBook, b: ShelfBook) => number> = {
  recent: (a, b) => (b.position?.updatedAt ?? 0) - (a.position?.updatedAt ?? 0),
  own: (a, b) => (a.item.order ?? Number.MAX_VALUE) - (b.item.order ?? Number.MAX_VALUE),
  added: () => 0,
  title: (a, b) => collator.compare(a.card?.book.title ?? '', b.card?.book.title ?? ''),
  progress: (a, b) => (shareRead(b) ?? -1) - (shareRead(a) ?? -1),
};

/** Sorts pinned books first, then by `sort`; equal books by time added, latest first. */
export const sortShelf = (books: readonly ShelfBook[], sort: ShelfSort): ShelfBook[] =>
  books.toSorted(
    (a, b) =>
      Number(b.item.pinned ?? false) - Number(a.item.pinned ?? false) ||
      compareBy[sort](a, b) ||
      b.addedAt - a.addedAt ||
      (a.bookId < b.bookId ? -1 : 1),
  );

/** Returns the recent positions without books that were removed from the list after they were read. */
export const recentPositions = ({ items, positions }: Pick<ShelfSources, 'items' | 'positions'>): ReadingPosition[] =>
  positions.filter((position) => position.updatedAt > (items.get(position.bookId)?.leftRecentAt ?? -1));

/**
 * Returns for each book the later of two positions, that of its record (`records`) and that in local storage (`notes`); the most recently
 * read book is first.
 */
export const latestPositions = (records: readonly ReadingPosition[], notes: readonly ReadingPosition[]): ReadingPosition[] => {
  const latest = new Map<string, ReadingPosition>();
  for (const position of [...records, ...notes]) {
    const before = latest.get(position.bookId);
    if (position.updatedAt <= (before?.updatedAt ?? -1)) continue;
    const furthest = before && furthestOf(before, position);
    latest.set(position.bookId, furthest === undefined ? position : { ...position, furthest });
  }
  return [...latest.values()].toSorted((a, b) => b.updatedAt - a.updatedAt);
};
