/** Keeps where a reader is: at once in a synchronous note on the device, then as a record that is synchronised. */
import type { Locator, ProgressRecord } from '@shufang/contract';
import { thisDeviceCode } from '../../platform/session/device-code.ts';
import { findPlaceNote, type PlaceNote, writePlaceNote } from '../../platform/storage/place-notes.ts';
import { findRecord, type ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

export type KeptPlace = PlaceNote;

/** Page turns follow one another faster than a change is worth sending. */
const SETTLE_MS = 800;

/** The latest of: the note of this page's last moment, the record of this device, what the server told on opening. */
export const findLatestPlace = async (
  db: ReaderDatabase,
  owner: string,
  bookId: string,
  fromServer: KeptPlace | undefined,
): Promise<KeptPlace | undefined> => {
  const stored = await findRecord(db, owner, 'progress', bookId);
  const known = [findPlaceNote(owner, bookId), stored?.record, fromServer].filter((place) => place !== undefined);
  return known.reduce<KeptPlace | undefined>(
    (latest, { locator: place, updatedAt }) => (latest && latest.updatedAt >= updatedAt ? latest : { locator: place, updatedAt }),
    undefined,
  );
};

/**
 * Writes the note of a page that went away before it could write its record, so that it is sent: as of its own moment, and only
 * when nothing later is known.
 */
export const writeNotedPlace = async (
  db: ReaderDatabase,
  book: { owner: string; bookId: string; versionId: string },
  fromServer: KeptPlace | undefined,
): Promise<void> => {
  const { owner, bookId, versionId } = book;
  const note = findPlaceNote(owner, bookId);
  const stored = await findRecord(db, owner, 'progress', bookId);
  if (!note || note.updatedAt <= Math.max(stored?.record.updatedAt ?? 0, fromServer?.updatedAt ?? 0)) return;
  const fields = { bookId, versionId, locator: note.locator, updatedAt: note.updatedAt, deviceType: thisDeviceCode() };
  await writeChange(db, { owner, entity: 'progress', entityId: bookId, bookId, kind: 'put', fields }, note.updatedAt);
};

const isSamePlace = (a: Locator | undefined, b: Locator): boolean =>
  a !== undefined &&
  a.href === b.href &&
  a.locations.block?.blockId === b.locations.block?.blockId &&
  a.locations.block?.offset === b.locations.block?.offset &&
  (b.locations.block !== undefined || a.locations.progression === b.locations.progression);

export interface PlaceKeeper {
  /** The reader is here now. */
  keep(place: Locator): void;
  /** Writes what is not written yet; for the moment a page goes away. */
  flush(): Promise<void>;
}

/** `restored`: where the book was opened; standing there is no news and is not written again. */
export const createPlaceKeeper = (
  db: ReaderDatabase,
  book: { owner: string; bookId: string; versionId: string },
  restored: Locator | undefined,
  now: () => number = Date.now,
): PlaceKeeper => {
  let pending: ProgressRecord | undefined;
  let kept = restored;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    const record = pending;
    pending = undefined;
    if (!record) return;
    await writeChange(
      db,
      { owner: book.owner, entity: 'progress', entityId: book.bookId, bookId: book.bookId, kind: 'put', fields: record },
      now(),
    );
  };
  /** A book opened in a new version has been seen in it: the place it was left at is told as one of that version. */
  const noteVersion = async (place: Locator): Promise<void> => {
    const stored = await findRecord(db, book.owner, 'progress', book.bookId);
    if (stored === undefined || stored.record.versionId === book.versionId || pending !== undefined) return;
    pending = { bookId: book.bookId, versionId: book.versionId, locator: place, updatedAt: now(), deviceType: thisDeviceCode() };
    await flush();
  };
  return {
    keep: (place) => {
      const isArrival = isFirst && restored !== undefined;
      isFirst = false;
      const isNews = !isArrival && !isSamePlace(kept, place);
      kept = place;
      if (!isNews) {
        if (isArrival) void noteVersion(place);
        return;
      }
      pending = { bookId: book.bookId, versionId: book.versionId, locator: place, updatedAt: now(), deviceType: thisDeviceCode() };
      writePlaceNote(book.owner, book.bookId, { locator: place, updatedAt: pending.updatedAt });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), SETTLE_MS);
    },
    flush,
  };
};
