/**
 * Saves the reading position: immediately and synchronously in local storage (the position note), then as a record that is synchronized
 * between devices.
 */
import { furthestOf, type Locator, type ProgressRecord } from '@shufang/contract';
import { thisDeviceCode } from '../../platform/session/device-code.ts';
import { findLastPosition, type LastPosition, writeLastPosition } from '../../platform/storage/last-position.ts';
import { findRecord, type ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

export type SavedPosition = LastPosition;

/** Debounce of position records, because pages may be turned quickly. */
const SETTLE_MS = 800;

/** Returns the later of the positions on this device: the position note in local storage, and the record in the database. */
export const findStoredPosition = async (db: ReaderDatabase, owner: string, bookId: string): Promise<SavedPosition | undefined> => {
  const stored = await findRecord(db, owner, 'progress', bookId);
  return laterOf(findLastPosition(owner, bookId), stored?.record);
};

/** Returns the later of two positions; of positions with the same time, the first. */
export const laterOf = (a: SavedPosition | undefined, b: SavedPosition | undefined): SavedPosition | undefined => {
  const later = a && b ? (a.updatedAt >= b.updatedAt ? a : b) : (a ?? b);
  return later && { locator: later.locator, updatedAt: later.updatedAt };
};

/**
 * Writes the record for a position note in local storage, left by a page that closed before it could write the record. The record gets the
 * note's time, and is written only when there is no later position.
 */
export const savePositionFromNote = async (
  db: ReaderDatabase,
  book: { owner: string; bookId: string; versionId: string },
  fromServer: SavedPosition | undefined,
): Promise<void> => {
  const { owner, bookId, versionId } = book;
  const note = findLastPosition(owner, bookId);
  const stored = await findRecord(db, owner, 'progress', bookId);
  if (!note || note.updatedAt <= Math.max(stored?.record.updatedAt ?? 0, fromServer?.updatedAt ?? 0)) return;
  const fields = { bookId, versionId, locator: note.locator, updatedAt: note.updatedAt, deviceType: thisDeviceCode() };
  await writeChange(db, { owner, entity: 'progress', entityId: bookId, bookId, kind: 'put', fields }, note.updatedAt);
};

const isSamePosition = (a: Locator | undefined, b: Locator): boolean =>
  a !== undefined &&
  a.href === b.href &&
  a.locations.block?.blockId === b.locations.block?.blockId &&
  a.locations.block?.offset === b.locations.block?.offset &&
  (b.locations.block !== undefined || a.locations.progression === b.locations.progression);

export interface PositionSaver {
  /** Saves the current position. */
  save(locator: Locator): void;
  /** Writes pending changes, for example before the page closes. */
  flush(): Promise<void>;
}

/** Creates the saver of one book's reading position. `restored`: position at which the book was opened; it is not written again. */
export const createPositionSaver = (
  db: ReaderDatabase,
  book: { owner: string; bookId: string; versionId: string },
  restored: Locator | undefined,
  now: () => number = Date.now,
): PositionSaver => {
  let pending: ProgressRecord | undefined;
  let lastLocator = restored;
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
  /** If the book is opened in another version than before, stores that version together with the position. */
  const saveVersion = async (locator: Locator): Promise<void> => {
    const stored = await findRecord(db, book.owner, 'progress', book.bookId);
    if (stored === undefined || stored.record.versionId === book.versionId || pending !== undefined) return;
    pending = { bookId: book.bookId, versionId: book.versionId, locator, updatedAt: now(), deviceType: thisDeviceCode() };
    await flush();
  };
  return {
    save: (locator) => {
      const isArrival = isFirst && restored !== undefined;
      isFirst = false;
      const hasMoved = !isArrival && !isSamePosition(lastLocator, locator);
      lastLocator = locator;
      if (!hasMoved) {
        if (isArrival) void saveVersion(locator);
        return;
      }
      const furthest = furthestOf(pending, { locator });
      pending = {
        bookId: book.bookId,
        versionId: book.versionId,
        locator,
        ...(furthest === undefined ? {} : { furthest }),
        updatedAt: now(),
        deviceType: thisDeviceCode(),
      };
      writeLastPosition(book.owner, book.bookId, { locator, updatedAt: pending.updatedAt });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), SETTLE_MS);
    },
    flush,
  };
};
