/** What lies on the shelf, and in what order. Pure. */
import type { DeviceCode, ProgressRecord, ShelfItemRecord, StandingCard } from '@shufang/contract';

export const shelfSorts = ['recent', 'own', 'added', 'title', 'progress'] as const;
export type ShelfSort = (typeof shelfSorts)[number];

/** Where one is in a book: the record, or the note of a page that went away before it became one. */
export type ReadPlace = Pick<ProgressRecord, 'bookId' | 'locator' | 'updatedAt'> & {
  /** The version that was read; absent: not known yet. */
  readonly versionId?: string;
  /** What it was read on; absent: not said. */
  readonly readOn?: 'here' | DeviceCode;
};

export interface ShelfBook {
  readonly bookId: string;
  readonly item: ShelfItemRecord;
  /** Absent: the card has not come yet, or the book is gone. */
  readonly card: StandingCard | undefined;
  readonly place: ReadPlace | undefined;
  readonly addedAt: number;
}

interface ShelfSources {
  readonly items: ReadonlyMap<string, ShelfItemRecord>;
  readonly places: readonly ReadPlace[];
  readonly owned: readonly { readonly bookId: string; readonly since: number }[];
  /** Nobody is signed in: what was read on this device lies on its shelf too. */
  readonly isAnonymous: boolean;
}

/** Ids of the books on the shelf, hidden ones included: put there, owned, or read by a person without an account. */
export const booksOnShelf = ({ items, places, owned, isAnonymous }: ShelfSources): string[] => {
  const byThemselves = [...owned.map(({ bookId }) => bookId), ...(isAnonymous ? places.map(({ bookId }) => bookId) : [])];
  const undecided = byThemselves.filter((bookId) => items.get(bookId)?.onShelf === undefined);
  const chosen = [...items.values()].filter((item) => item.onShelf === true).map((item) => item.bookId);
  return [...new Set([...chosen, ...undecided])];
};

export const progressionOf = ({ place, card }: Pick<ShelfBook, 'place' | 'card'>): number | undefined =>
  place?.locator.locations.totalProgression ?? card?.book.progress;

/** The book has come out anew since it was last opened. */
export const hasNewVersion = ({ place, card }: Pick<ShelfBook, 'place' | 'card'>): boolean =>
  place?.versionId !== undefined && card?.versionId !== undefined && place.versionId !== card.versionId;

const collator = new Intl.Collator('zh-CN', { numeric: true });

const compareBy: Record<ShelfSort, (a: ShelfBook, b: ShelfBook) => number> = {
  recent: (a, b) => (b.place?.updatedAt ?? 0) - (a.place?.updatedAt ?? 0),
  own: (a, b) => (a.item.order ?? Number.MAX_VALUE) - (b.item.order ?? Number.MAX_VALUE),
  added: () => 0,
  title: (a, b) => collator.compare(a.card?.book.title ?? '', b.card?.book.title ?? ''),
  progress: (a, b) => (progressionOf(b) ?? -1) - (progressionOf(a) ?? -1),
};

/** Pinned ones first; those alike, the last added first. */
export const sortShelf = (books: readonly ShelfBook[], sort: ShelfSort): ShelfBook[] =>
  books.toSorted(
    (a, b) =>
      Number(b.item.pinned ?? false) - Number(a.item.pinned ?? false) ||
      compareBy[sort](a, b) ||
      b.addedAt - a.addedAt ||
      (a.bookId < b.bookId ? -1 : 1),
  );

/** Books by when they were last read, without those taken out of that list since. */
export const recentPlaces = ({ items, places }: Pick<ShelfSources, 'items' | 'places'>): ReadPlace[] =>
  places.filter((place) => place.updatedAt > (items.get(place.bookId)?.leftRecentAt ?? -1));

/** The later of record and note for each book, the last read first. */
export const latestPlaces = (records: readonly ReadPlace[], notes: readonly ReadPlace[]): ReadPlace[] => {
  const latest = new Map<string, ReadPlace>();
  for (const place of [...records, ...notes]) {
    if (place.updatedAt > (latest.get(place.bookId)?.updatedAt ?? -1)) latest.set(place.bookId, place);
  }
  return [...latest.values()].toSorted((a, b) => b.updatedAt - a.updatedAt);
};
