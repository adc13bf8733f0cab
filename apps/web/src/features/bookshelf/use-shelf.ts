/** A person's shelf as it is on disk: works without a network, and changes as soon as any tab or device changes it. */
import { type FavoriteRecord, parseHlc, type ShelfGroupRecord, type ShelfItemRecord } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { deviceId } from '../../platform/session/device-id.ts';
import { hasPulled, useHasRoundFailed } from '../../platform/storage/first-pull.ts';
import { listPlaceNotes } from '../../platform/storage/place-notes.ts';
import { listRecords, type ReaderDatabase, readerDatabase, type StoredRecord } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { latestPlaces, type ReadPlace } from './arrange-shelf.ts';
import { createShelfVerbs, type ShelfVerbs } from './shelf-verbs.ts';

export interface ShelfRecords {
  readonly items: ReadonlyMap<string, ShelfItemRecord>;
  /** Living ones, in their order. */
  readonly groups: readonly ShelfGroupRecord[];
  /** Of favourites; living ones, in their order. */
  readonly folders: readonly ShelfGroupRecord[];
  /** Living ones, the newest first. */
  readonly favorites: readonly FavoriteRecord[];
  /** Places in books, the last read first. */
  readonly places: readonly ReadPlace[];
  /** This device has heard all of it once: that nothing is here means that there is nothing. */
  readonly isHeard: boolean;
}

/** A new device waits for its first answer before it says that nothing is there; not for ever. */
const FIRST_PULL_MS = 5_000;

/** Places with what they were read on: the stamp of a record names the device that wrote it. */
const readPlaces = async (db: ReaderDatabase, owner: string): Promise<ReadPlace[]> => {
  const rows = (await db.records.where({ owner, entity: 'progress' }).toArray()) as StoredRecord<'progress'>[];
  return rows.map(({ record: { deviceType, ...place }, clocks }) => {
    const isHere = clocks['locator'] !== undefined && parseHlc(clocks['locator']).deviceId === deviceId();
    const readOn = isHere ? 'here' : deviceType;
    return { ...place, ...(readOn === undefined ? {} : { readOn }) };
  });
};

const byOrder = (a: ShelfGroupRecord, b: ShelfGroupRecord): number => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1);

const readShelf = async (owner: string): Promise<ShelfRecords> => {
  const db = readerDatabase();
  const [items, groups, favorites, places, isHeard] = await Promise.all([
    listRecords(db, owner, 'shelfItem'),
    listRecords(db, owner, 'shelfGroup'),
    listRecords(db, owner, 'favorite'),
    readPlaces(db, owner),
    hasPulled(db, owner),
  ]);
  return {
    items: new Map(items.map((item) => [item.bookId, item])),
    groups: groups.filter((group) => group.deletedAt === undefined && group.ofFavorites !== true).toSorted(byOrder),
    folders: groups.filter((group) => group.deletedAt === undefined && group.ofFavorites === true).toSorted(byOrder),
    favorites: favorites.filter((favorite) => favorite.deletedAt === undefined).toSorted((a, b) => b.addedAt - a.addedAt),
    places: latestPlaces(
      places,
      listPlaceNotes(owner).map((note) => ({ ...note, readOn: 'here' as const })),
    ),
    isHeard,
  };
};

/** Undefined while the disk is read, or the first answer of the server is awaited. */
export const useShelf = (): ShelfRecords | undefined => {
  const owner = useOwner();
  const shelf = useLiveQuery(() => readShelf(owner), [owner]);
  const hasFailed = useHasRoundFailed(owner);
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), FIRST_PULL_MS);
    return () => clearTimeout(timer);
  }, []);
  return shelf !== undefined && (shelf.isHeard || hasFailed || hasWaited) ? shelf : undefined;
};

export const useShelfVerbs = (): ShelfVerbs => {
  const owner = useOwner();
  return useMemo(() => createShelfVerbs(readerDatabase(), owner), [owner]);
};
