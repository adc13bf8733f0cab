/** The books that are stored on this device for reading offline: their states and leases, by owner. */
import type { OfflineBookEntry, OfflineContentEntry, ReaderDatabase } from './reader-database.ts';

/** Key of the latest time that this device has seen, so that a clock that is set back does not extend a lease. */
const LATEST_TIME = 'offlineLatestTime';

/** Time in ms after which the latest time is written again: each write waits for the disk, and opening a book waits for it. */
const LATEST_TIME_STEP_MS = 60_000;

/** Returns the time by which leases expire: the clock, but never earlier than a time that the device has seen before. */
export const leaseTime = async (db: ReaderDatabase, nowMs: number = Date.now()): Promise<number> => {
  const latest = Number((await db.meta.get(LATEST_TIME))?.value ?? 0);
  if (nowMs >= latest + LATEST_TIME_STEP_MS) await db.meta.put({ key: LATEST_TIME, value: nowMs });
  return Math.max(nowMs, latest);
};

/** Lists the books of an owner, those added first at the beginning. */
export const listOfflineBooks = async (db: ReaderDatabase, owner: string): Promise<OfflineBookEntry[]> =>
  (await db.offlineBooks.where({ owner }).toArray()).toSorted((a, b) => a.addedAt - b.addedAt);

export const findOfflineBook = (db: ReaderDatabase, owner: string, bookId: string): Promise<OfflineBookEntry | undefined> =>
  db.offlineBooks.get([owner, bookId]);

/** Ends the download of a book: it is complete, and nothing is wrong with it. */
export const setBookReady = async (
  db: ReaderDatabase,
  { owner, bookId }: Pick<OfflineBookEntry, 'owner' | 'bookId'>,
  fields: Partial<OfflineBookEntry>,
): Promise<void> => {
  await db.offlineBooks.where({ owner, bookId }).modify((book) => {
    Object.assign(book, fields, { state: 'ready' });
    delete book.reason;
    delete book.isMending;
    delete book.notBefore;
    delete book.isOutdated;
    delete book.nextLeaseId;
  });
};

/** Changes the entry of a book, if it still exists. */
export const changeOfflineBook = async (
  db: ReaderDatabase,
  { owner, bookId }: Pick<OfflineBookEntry, 'owner' | 'bookId'>,
  fields: Partial<OfflineBookEntry>,
): Promise<void> => {
  await db.offlineBooks.update([owner, bookId], fields);
};

export const deleteOfflineBook = (db: ReaderDatabase, { owner, bookId }: Pick<OfflineBookEntry, 'owner' | 'bookId'>): Promise<void> =>
  db.transaction('rw', db.offlineBooks, db.offlineContents, async () => {
    await db.offlineBooks.delete([owner, bookId]);
    await db.offlineContents.delete([owner, bookId]);
  });

/**
 * Runs work that stores keys or deletes them after all other such work, also of other tabs. Sign-out thus deletes a key too that was being
 * requested when it began.
 */
export const withLeaseKeys = <T>(work: () => Promise<T>): Promise<T> => {
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks === undefined ? work() : locks.request('shufang-lease-keys', work);
};

/**
 * Deletes the keys of an owner's books. Their texts stay on the device, and cannot be read until the owner has signed in again and the leases
 * were renewed.
 */
export const forgetLeaseKeys = async (db: ReaderDatabase, owner: string): Promise<void> =>
  withLeaseKeys(async () => {
    await db.offlineBooks.where({ owner }).modify((book) => {
      delete book.lease?.key;
    });
  });

/** Returns whether a base URL of content is that of a stored book (`offlineBaseUrl`, `storedBookUrl`). */
export const isOnDevice = (baseUrl: string): boolean => /^[a-z]+:\/\/[^/]+\/~o\//.test(baseUrl);

/** A stored book with the key that opens it. */
export interface ReadableBook {
  readonly lease: {
    readonly id: string;
    readonly bookId: string;
    readonly key: string;
    readonly expiresAt: number;
    readonly frameUrl: string;
    readonly storeUrl: string;
  };
  readonly content: OfflineContentEntry;
}

/** Returns a stored book whose lease has not expired and whose key is on the device. */
export const findReadableBook = async (db: ReaderDatabase, owner: string, bookId: string): Promise<ReadableBook | undefined> => {
  const [book, content] = await Promise.all([findOfflineBook(db, owner, bookId), db.offlineContents.get([owner, bookId])]);
  const { lease } = book ?? {};
  const isStored = book?.state === 'ready' || book?.isMending === true;
  if (!isStored || content === undefined || lease?.key === undefined) return undefined;
  return lease.expiresAt > (await leaseTime(db)) ? { lease: { ...lease, key: lease.key }, content } : undefined;
};
