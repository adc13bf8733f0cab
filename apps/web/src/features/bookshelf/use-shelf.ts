/** The shelf from the device's database: works offline, and updates when another tab or device changes it. */
import { type FavoriteRecord, parseHlc, type ShelfGroupRecord, type ShelfItemRecord } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { deviceId } from '../../platform/session/device-id.ts';
import { hasPulled, useHasSyncFailed } from '../../platform/storage/first-pull.ts';
import { listLastPositions } from '../../platform/storage/last-position.ts';
import { listRecords, type ReaderDatabase, readerDatabase, type StoredRecord } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { latestPositions, type ReadingPosition } from './arrange-shelf.ts';
import { createShelfActions, type ShelfActions } from './shelf-actions.ts';

export interface ShelfRecords {
  readonly items: ReadonlyMap<string, ShelfItemRecord>;
  /** Groups of the shelf that are not deleted, in their order. */
  readonly groups: readonly ShelfGroupRecord[];
  /** Folders of favorites that are not deleted, in their order. */
  readonly folders: readonly ShelfGroupRecord[];
  /** Favorites that are not deleted, newest first. */
  readonly favorites: readonly FavoriteRecord[];
  /** Reading positions, most recently read first. */
  readonly positions: readonly ReadingPosition[];
  /** Whether this device has pulled the user's data once, so that a shelf without books is really empty. */
  readonly hasPulledOnce: boolean;
}

/** Maximum wait of a new device for its first pull before it shows an empty shelf. */
const FIRST_PULL_MS = 5_000;

/** Returns the reading positions with their devices; the timestamp stored with a position (`clocks`) contains the device that wrote it. */
const readPositions = async (db: ReaderDatabase, owner: string): Promise<ReadingPosition[]> => {
  const rows = (await db.records.where({ owner, entity: 'progress' }).toArray()) as StoredRecord<'progress'>[];
  return rows.map(({ record: { deviceType, ...position }, clocks }) => {
    const isHere = clocks['locator'] !== undefined && parseHlc(clocks['locator']).deviceId === deviceId();
    const readOn = isHere ? 'here' : deviceType;
    return { ...position, ...(readOn === undefined ? {} : { readOn }) };
  });
};

const byOrder = (a: ShelfGroupRecord, b: ShelfGroupRecord): number => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1);

const readShelf = async (owner: string): Promise<ShelfRecords> => {
  const db = readerDatabase();
  const [items, groups, favorites, positions, hasPulledOnce] = await Promise.all([
    listRecords(db, owner, 'shelfItem'),
    listRecords(db, owner, 'shelfGroup'),
    listRecords(db, owner, 'favorite'),
    readPositions(db, owner),
    hasPulled(db, owner),
  ]);
  return {
    items: new Map(items.map((item) => [item.bookId, item])),
    groups: groups.filter((group) => group.deletedAt === undefined && group.ofFavorites !== true).toSorted(byOrder),
    folders: groups.filter((group) => group.deletedAt === undefined && group.ofFavorites === true).toSorted(byOrder),
    favorites: favorites.filter((favorite) => favorite.deletedAt === undefined).toSorted((a, b) => b.addedAt - a.addedAt),
    positions: latestPositions(
      positions,
      listLastPositions(owner).map((note) => ({ ...note, readOn: 'here' as const })),
    ),
    hasPulledOnce,
  };
};

/** Returns the shelf; undefined while the database is read or the first pull is pending. */
export const useShelf = (): ShelfRecords | undefined => {
  const owner = useOwner();
  const shelf = useLiveQuery(() => readShelf(owner), [owner]);
  const hasFailed = useHasSyncFailed(owner);
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), FIRST_PULL_MS);
    return () => clearTimeout(timer);
  }, []);
  return shelf !== undefined && (shelf.hasPulledOnce || hasFailed || hasWaited) ? shelf : undefined;
};

export const useShelfActions = (): ShelfActions => {
  const owner = useOwner();
  return useMemo(() => createShelfActions(readerDatabase(), owner), [owner]);
};
