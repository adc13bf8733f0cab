/** Tests how stored books are checked, repaired and updated to newer versions. Uses the store of the desktop client. */
import 'fake-indexeddb/auto';
import {
  getBookPackage,
  getBookPassages,
  getManifest,
  newId,
  type OfflineLease,
  type OutputOf,
  obtainLease,
  openBook,
  releaseLease,
  renewLeases,
} from '@shufang/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session/session.ts';
import { findReadableBook } from '../../platform/storage/offline-books.ts';
import {
  type OfflineBookEntry,
  type OfflineContentEntry,
  readerDatabase,
  type StoredRecord,
} from '../../platform/storage/reader-database.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { startDownload } from './download-queue.ts';
import { endExpiredBooks, keepOfflineBooks } from './keep-offline-books.ts';
import { mendBook } from './mend-book.ts';

const bookId = newId();
const OWNER = 'u1';
const db = readerDatabase();
const DAY_MS = 86_400_000;
const resources = ['a.xhtml', 'b.xhtml'].map((href) => ({ href, sha256: '0'.repeat(64), bytes: 5, mediaType: 'application/xhtml+xml' }));
const leaseOf = (id: string, versionId: string): OfflineLease => ({
  id,
  bookId,
  versionId,
  issuedAt: Date.now(),
  expiresAt: Date.now() + 30 * DAY_MS,
  key: 'k'.repeat(43),
  frameUrl: 'http://b.localhost/~engine/0/frame.html',
  storeUrl: 'http://b.localhost/~store/0/store.html',
});
const [oldVersion, newVersion] = [newId(), newId()];
const [oldLease, newLease] = [leaseOf(newId(), oldVersion), leaseOf(newId(), newVersion)];
const metadata = {
  title: '论语',
  languages: [],
  contributors: [],
  subjects: [],
  readingProgression: 'ltr',
  layout: 'reflowable',
  accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
  chars: 1,
  positions: 1,
} satisfies OutputOf<typeof openBook>['metadata'];
const openedOf = (versionId: string): OutputOf<typeof openBook> => ({
  book: { id: bookId, title: '论语', authors: '', accessModel: 'free', priceFen: 0, owned: true, publishedAt: 0, chars: 1, categories: [] },
  right: { kind: 'owned', reason: '已购买' },
  version: { id: versionId, no: 1, releasedAt: 0 },
  content: { frameUrl: oldLease.frameUrl, baseUrl: 'http://b.localhost/~c/t/', expiresAt: 0 },
  metadata,
  readingOrder: { documents: 0, segments: 0, from: 0, segmentsBefore: 0, charsBefore: 0, items: [] },
  openRanges: [],
});
const manifest = { metadata, readingOrder: [], toc: [], pageList: [], landmarks: [] };

/** Names of the stored files by lease. */
let stored: Map<string, Set<string>>;
let damagedFiles: number;
let downloadEnd: string;
const books = {
  sealLeaseKey: async ({ key }: { key: string }) => key,
  storeEnginePage: async () => undefined,
  storeBookText: async () => ({ isFull: false }),
  downloadBook: async ({ lease }: { lease: { id: string } }) => {
    if (downloadEnd === 'stored') stored.set(lease.id, new Set(resources.map(({ href }) => href)));
    return { end: downloadEnd };
  },
  countStoredFiles: async ({ leaseId }: { leaseId: string }) => ({ files: stored.get(leaseId)?.size ?? 0, bytes: 0 }),
  verifyBook: async ({ lease }: { lease: { id: string } }) => {
    const files = stored.get(lease.id) ?? new Set();
    for (const { href } of resources.slice(0, damagedFiles)) files.delete(href);
    const damaged = damagedFiles;
    damagedFiles = 0;
    return { damaged };
  },
  removeBook: async ({ leaseId }: { leaseId: string }) => void stored.delete(leaseId),
  pauseDownload: async () => undefined,
};
const bookNow = (): Promise<OfflineBookEntry | undefined> => db.offlineBooks.get([OWNER, bookId]);
const stub = (outdated: string[] = []) =>
  stubCalls(
    succeed(renewLeases, { renewed: [oldLease], outdated, ended: [] }),
    succeed(obtainLease, {
      lease: outdated.length === 0 ? oldLease : newLease,
      content: { baseUrl: 'http://b.localhost/~c/t/', expiresAt: 0 },
    }),
    succeed(openBook, openedOf(outdated.length === 0 ? oldVersion : newVersion)),
    succeed(getManifest, manifest),
    succeed(getBookPackage, { bytes: 10, resources }),
    succeed(getBookPassages, { passages: [] }),
    succeed(releaseLease, {}),
  );

beforeEach(async () => {
  useSession.setState({ token: 'T', userId: OWNER });
  stored = new Map([[oldLease.id, new Set(resources.map(({ href }) => href))]]);
  damagedFiles = 0;
  downloadEnd = 'stored';
  vi.stubGlobal('shufangDesktop', {
    facts: { contentUrl: 'http://b.localhost', serverOrigin: 'http://localhost', hasKeyStore: true },
    books,
    onBookProgress: () => () => undefined,
  });
  const request = async (_name: string, ...values: unknown[]) => (values.at(-1) as (lock: object) => unknown)({});
  vi.stubGlobal('navigator', Object.assign(navigator, { locks: { request } }));
  await db.offlineBooks.put({
    owner: OWNER,
    bookId,
    title: '论语',
    state: 'ready',
    addedAt: Date.now() - 8 * DAY_MS,
    bytes: 10,
    storedBytes: 10,
    lease: oldLease,
  });
  await db.offlineContents.put({
    owner: OWNER,
    bookId,
    opened: openedOf(oldVersion),
    manifest,
    resources,
  } as unknown as OfflineContentEntry);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all([db.offlineBooks.clear(), db.offlineContents.clear()]);
  useSession.setState({ token: undefined, userId: undefined });
});

it('damaged files are found once a week, and downloaded again while the rest of the book can be read', async () => {
  stub();
  damagedFiles = 1;
  downloadEnd = 'network';
  await keepOfflineBooks(OWNER);
  expect(await bookNow()).toMatchObject({ state: 'waiting', isMending: true, reason: '1 个文件已损坏，联网时自动重新下载；笔记不受影响' });
  expect(await findReadableBook(db, OWNER, bookId)).toBeDefined();
  downloadEnd = 'stored';
  await keepOfflineBooks(OWNER);
  const mended = await bookNow();
  expect([mended?.state, mended?.reason, mended?.isMending]).toEqual(['ready', undefined, undefined]);
  damagedFiles = 1;
  await keepOfflineBooks(OWNER);
  expect(damagedFiles).toBe(1);
});

it('a book of which a chapter could not be shown is checked at once', async () => {
  stub();
  await db.offlineBooks.update([OWNER, bookId], { verifiedAt: Date.now() });
  damagedFiles = 2;
  await mendBook(OWNER, bookId);
  expect(stored.get(oldLease.id)?.size).toBe(2);
  expect((await bookNow())?.state).toBe('ready');
});

it('files that were evicted are downloaded again, and the reason is shown until then', async () => {
  stub();
  stored.clear();
  downloadEnd = 'full';
  await keepOfflineBooks(OWNER);
  expect(await bookNow()).toMatchObject({ state: 'failed', reason: '设备空间不足，下载停下了。请腾出空间或移除不看的书，再继续' });
  downloadEnd = 'stored';
  await startDownload(OWNER, bookId, '论语');
  await vi.waitFor(async () => expect((await bookNow())?.state).toBe('ready'));
});

it('a newer version is downloaded beside the stored one, which is exchanged when it is complete', async () => {
  const { asked } = stub([oldLease.id]);
  downloadEnd = 'network';
  await keepOfflineBooks(OWNER);
  expect(await bookNow()).toMatchObject({ state: 'ready', lease: { id: oldLease.id } });
  expect((await findReadableBook(db, OWNER, bookId))?.content.opened.version.id).toBe(oldVersion);
  downloadEnd = 'stored';
  await keepOfflineBooks(OWNER);
  expect(await bookNow()).toMatchObject({ state: 'ready', lease: { id: newLease.id } });
  expect((await findReadableBook(db, OWNER, bookId))?.content.opened.version.id).toBe(newVersion);
  expect([...stored.keys()]).toEqual([newLease.id]);
  expect(asked.some(({ name }) => name === releaseLease.path)).toBe(true);
});

it('a download above the limit of an hour waits and is tried again later', async () => {
  await db.offlineBooks.update([OWNER, bookId], { state: 'waiting' });
  stubCalls(refuse(obtainLease, 'offline.tooManyBooks', '每小时最多下载 3 本书，请 60 分钟后再试'));
  await startDownload(OWNER, bookId, '论语');
  await vi.waitFor(async () => expect((await bookNow())?.notBefore).toBeGreaterThan(Date.now()));
  expect(await bookNow()).toMatchObject({ state: 'waiting', reason: '每小时最多下载 3 本书，请 60 分钟后再试' });
});

it('a lease is renewed without a message: the book stays readable until the new end', async () => {
  const renewed = { ...oldLease, expiresAt: oldLease.expiresAt + 20 * DAY_MS };
  const { asked } = stubCalls(succeed(renewLeases, { renewed: [renewed], outdated: [], ended: [] }));
  await keepOfflineBooks(OWNER);
  expect(asked.map(({ name }) => name)).toEqual([renewLeases.path]);
  const book = await bookNow();
  expect(book).toMatchObject({ state: 'ready', lease: { expiresAt: renewed.expiresAt } });
  expect(book?.reason).toBeUndefined();
  expect(await findReadableBook(db, OWNER, bookId)).toBeDefined();
});

it('the text of a right that has ended is deleted, with the reason, and the notes stay', async () => {
  const note = { owner: OWNER, entity: 'annotation', entityId: newId(), bookId, record: { body: '有朋自远方来' }, clocks: {} };
  await db.records.put(note as unknown as StoredRecord);
  stubCalls(succeed(renewLeases, { renewed: [], outdated: [], ended: [{ id: oldLease.id, reason: '购买已退款' }] }));
  await keepOfflineBooks(OWNER);
  expect(await bookNow()).toMatchObject({ state: 'ended', reason: '购买已退款', storedBytes: 0 });
  expect((await bookNow())?.lease).toBeUndefined();
  expect(stored.size).toBe(0);
  expect(await db.offlineContents.get([OWNER, bookId])).toBeUndefined();
  expect(await db.records.toArray()).toEqual([note]);
  await db.records.clear();
});

it('the text of an expired lease is deleted also while nobody is signed in, and not before', async () => {
  useSession.setState({ token: undefined, userId: undefined });
  await endExpiredBooks();
  expect((await bookNow())?.state).toBe('ready');
  vi.useFakeTimers({ now: oldLease.expiresAt, toFake: ['Date'] });
  await endExpiredBooks();
  vi.useRealTimers();
  expect(await bookNow()).toMatchObject({ state: 'ended', storedBytes: 0 });
  expect(stored.size).toBe(0);
  await db.meta.clear();
});
