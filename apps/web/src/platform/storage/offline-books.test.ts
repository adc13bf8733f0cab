import 'fake-indexeddb/auto';
import { newId } from '@shufang/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeOfflineBook, deleteOfflineBook, findReadableBook, forgetLeaseKeys, leaseTime, listOfflineBooks } from './offline-books.ts';
import { type OfflineBookEntry, type OfflineContentEntry, ReaderDatabase } from './reader-database.ts';

const DAY_MS = 86_400_000;
const KEY = 'k'.repeat(43);
const bookId = newId();
let db: ReaderDatabase;
let databases = 0;

const aBook = (fields: Partial<OfflineBookEntry> = {}): OfflineBookEntry => ({
  owner: 'u1',
  bookId,
  title: '论语选读',
  state: 'ready',
  addedAt: 1,
  bytes: 10,
  storedBytes: 10,
  lease: {
    id: newId(),
    bookId,
    versionId: newId(),
    issuedAt: Date.now(),
    expiresAt: Date.now() + DAY_MS,
    key: KEY,
    frameUrl: 'http://book.example/~engine/0/frame.html',
    storeUrl: 'http://book.example/~store/0/store.html',
  },
  ...fields,
});
// The tests do not open the content, so that its responses can be left out.
const contentOf = (owner: string): OfflineContentEntry => ({ owner, bookId, resources: [] }) as unknown as OfflineContentEntry;

beforeEach(async () => {
  databases += 1;
  db = new ReaderDatabase(`offline-${databases}`);
  await db.offlineBooks.put(aBook());
  await db.offlineContents.put(contentOf('u1'));
});

describe('a book on this device', () => {
  it('is readable for its owner, and for no other user', async () => {
    expect((await findReadableBook(db, 'u1', bookId))?.lease.key).toBe(KEY);
    await db.offlineContents.put(contentOf('u2'));
    expect(await findReadableBook(db, 'u2', bookId)).toBeUndefined();
  });

  it.each(['waiting', 'downloading', 'paused', 'failed', 'ended', 'released'] as const)('is not readable while it is %s', async (state) => {
    await changeOfflineBook(db, { owner: 'u1', bookId }, { state });
    expect(await findReadableBook(db, 'u1', bookId)).toBeUndefined();
  });

  it('is not readable after its owner has signed out; the books of other users are', async () => {
    await db.offlineBooks.put(aBook({ owner: 'u2' }));
    await db.offlineContents.put(contentOf('u2'));
    await forgetLeaseKeys(db, 'u1');
    expect(await findReadableBook(db, 'u1', bookId)).toBeUndefined();
    expect(JSON.stringify(await listOfflineBooks(db, 'u1'))).not.toContain(KEY);
    expect((await findReadableBook(db, 'u2', bookId))?.lease.key).toBe(KEY);
  });

  it('is not readable after its lease has expired, also when the clock is set back', async () => {
    const { lease } = aBook();
    await db.offlineBooks.put(aBook({ lease: { ...lease, expiresAt: Date.now() + 5 * DAY_MS } as NonNullable<OfflineBookEntry['lease']> }));
    expect(await findReadableBook(db, 'u1', bookId)).toBeDefined();
    const later = Date.now() + 6 * DAY_MS;
    expect(await leaseTime(db, later)).toBe(later);
    expect(await leaseTime(db, Date.now())).toBe(later);
    expect(await findReadableBook(db, 'u1', bookId)).toBeUndefined();
  });

  it('is deleted with its content', async () => {
    await deleteOfflineBook(db, { owner: 'u1', bookId });
    expect([await db.offlineBooks.count(), await db.offlineContents.count()]).toEqual([0, 0]);
  });
});
