/**
 * Downloads books to this device, one after the other, in the background of all pages. Only one tab downloads at a time; a download that was
 * interrupted by the end of the page continues when the client starts again.
 */
import { getBookPackage, getBookPassages, getManifest, type OfflineLease, obtainLease, openBook, releaseLease } from '@shufang/contract';
import { findDesktop } from '@shufang/desktop-bridge';
import type { BookStore, DownloadEnd } from '@shufang/reading-engine';
import { create } from 'zustand';
import { ApiError, isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { storeOfflineReader } from '../../platform/session/session.ts';
import { openDeviceStore, sealLease } from '../../platform/storage/device-books.ts';
import { changeOfflineBook, findOfflineBook, listOfflineBooks, setBookReady, withLeaseKeys } from '../../platform/storage/offline-books.ts';
import { type OfflineBookEntry, type OfflineContentEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { ownerNow } from '../../platform/storage/use-owner.ts';

/** Bytes stored so far of the book that this tab is downloading; the database is written less often. */
export const useDownloadProgress = create<{ readonly bookId?: string; readonly bytes: number }>(() => ({ bytes: 0 }));

/** Time in ms between two writes of the progress to the database, where other tabs read it. */
const PROGRESS_WRITE_MS = 1_000;
/** Time in ms after which a download is tried again that the server has refused because of the number of books. */
const REFUSED_PAUSE_MS = 5 * 60_000;
const LOCK = 'shufang-offline-download';

type Outcome = 'stored' | DownloadEnd;

let current: { readonly bookId: string; readonly store: BookStore } | undefined;

const storeFailure = (): string => offlineText.failures[findDesktop() === undefined ? 'store' : 'desktopStore'];

const fail = (book: OfflineBookEntry, reason: string): Promise<void> =>
  changeOfflineBook(readerDatabase(), book, { state: 'failed', reason });

interface PreparedBook {
  readonly lease: OfflineLease;
  readonly baseUrl: string;
  readonly bytes: number;
  readonly content: OfflineContentEntry;
}

/** Requests the lease and everything that is needed to open the book without a network. */
const requestBook = async ({ owner, bookId }: OfflineBookEntry): Promise<PreparedBook> => {
  const { lease: issued, content } = await call(obtainLease, { bookId });
  const lease = await sealLease(issued);
  const versionId = lease.versionId;
  const [opened, manifest, { bytes, resources }] = await Promise.all([
    call(openBook, { bookId }),
    call(getManifest, { bookId, versionId }),
    call(getBookPackage, { bookId, versionId }),
  ]);
  return { lease, baseUrl: content.baseUrl, bytes, content: { owner, bookId, opened, manifest, resources } };
};

/** Requests a book and stores its lease. */
const prepare = async (book: OfflineBookEntry): Promise<PreparedBook> => {
  const prepared = await requestBook(book);
  const { lease, bytes, content } = prepared;
  await readerDatabase().offlineContents.put(content);
  await changeOfflineBook(readerDatabase(), book, { lease, bytes, state: 'downloading' });
  await rememberOfflineReader(book.owner);
  return prepared;
};

/** Remembers until when the owner can read stored books without a session: until the last of their leases expires. */
export const rememberOfflineReader = async (owner: string): Promise<void> => {
  const ends = (await listOfflineBooks(readerDatabase(), owner)).flatMap(({ state, lease }) =>
    state === 'released' || lease?.key === undefined ? [] : [lease.expiresAt],
  );
  storeOfflineReader(owner, ends.length === 0 ? undefined : Math.max(...ends));
};

/** Requests the searchable text and stores it. Returns whether the device is full. */
const storeText = async ({ bookId }: OfflineBookEntry, store: BookStore, { lease, content }: PreparedBook): Promise<boolean> => {
  const { passages } = await call(getBookPassages, { bookId, versionId: lease.versionId });
  const chars = content.manifest.readingOrder.map((item) => item.chars);
  return (await store.storeText({ lease, text: JSON.stringify({ passages, chars }) })).isFull;
};

/** Downloads the files, and at the same time stores the text and the pages that are needed without a network. */
const downloadWith = async (book: OfflineBookEntry, store: BookStore, prepared: PreparedBook): Promise<Outcome> => {
  const { lease, baseUrl, content } = prepared;
  let writtenAt = Date.now();
  let storedBytes: number | undefined;
  const writeProgress = async (): Promise<void> => {
    writtenAt = Date.now();
    if (book.state !== 'ready' && storedBytes !== undefined) await changeOfflineBook(readerDatabase(), book, { storedBytes });
  };
  const downloading = store.download({ lease, baseUrl, resources: content.resources }, ({ bytes }) => {
    storedBytes = bytes;
    useDownloadProgress.setState({ bookId: book.bookId, bytes });
    if (Date.now() - writtenAt >= PROGRESS_WRITE_MS) void writeProgress();
  });
  const storeRest = async (): Promise<boolean> => {
    let isFull = true;
    try {
      [isFull] = await Promise.all([storeText(book, store, prepared), store.prepare({ pages: [lease.frameUrl, lease.storeUrl] })]);
      return isFull;
    } finally {
      // No further files are requested; what has arrived stays.
      if (isFull) await store.pause();
    }
  };
  const [files, rest] = await Promise.allSettled([downloading, storeRest()]);
  // A paused book shows how much of it is stored.
  await writeProgress();
  if (rest.status === 'rejected') throw rest.reason;
  if (files.status === 'rejected') throw files.reason;
  return rest.value ? 'full' : files.value.end;
};

/** Downloads one book. Returns false if the queue has to wait for the network. */
const download = async (book: OfflineBookEntry): Promise<boolean> => {
  const db = readerDatabase();
  const { bookId } = book;
  let store: BookStore | undefined;
  try {
    let end: Outcome = 'refused';
    // A content ticket lasts half an hour. A long download gets another one; a second refusal without a new file means that the right has
    // ended.
    for (let refusals = 0, before = -1; refusals < 2 && end === 'refused'; refusals += 1) {
      const { storedBytes } = (await findOfflineBook(db, book.owner, bookId)) ?? book;
      if (storedBytes > before) refusals = 0;
      before = storedBytes;
      const prepared = await withLeaseKeys(() => prepare(book));
      store ??= await openDeviceStore(prepared.lease);
      current = { bookId, store };
      // The user may have paused or removed the book in the meantime.
      if ((await findOfflineBook(db, book.owner, bookId))?.state !== 'downloading') return true;
      end = await downloadWith(book, store, prepared);
    }
    if (end === 'network') {
      await changeOfflineBook(db, book, { state: 'waiting' });
      return false;
    }
    if (end === 'stored') {
      const stored = await findOfflineBook(db, book.owner, bookId);
      if (stored?.state === 'downloading') await setBookReady(db, book, { storedBytes: stored.bytes, verifiedAt: Date.now() });
    } else if (end !== 'paused') await fail(book, offlineText.failures[end]);
    return true;
  } catch (error) {
    if (isNetworkError(error)) {
      await changeOfflineBook(db, book, { state: 'waiting' });
      return false;
    }
    if (error instanceof ApiError && error.code === 'offline.tooManyBooks') {
      await changeOfflineBook(db, book, { state: 'waiting', reason: error.message, notBefore: Date.now() + REFUSED_PAUSE_MS });
      setTimeout(() => void runDownloads(), REFUSED_PAUSE_MS);
      return true;
    }
    if (!(error instanceof ApiError)) reportError(error);
    await fail(book, error instanceof ApiError ? error.message : storeFailure());
    return true;
  } finally {
    current = undefined;
    store?.close();
    useDownloadProgress.setState({ bytes: 0 }, true);
  }
};

/**
 * Moves a stored book to the newer version: downloads it beside the stored one, which can be read until then, and exchanges them when the newer
 * one is complete. What fails is tried again when the client starts the next time.
 */
const moveToNewVersion = async (book: OfflineBookEntry): Promise<void> => {
  const db = readerDatabase();
  const { owner, bookId, lease: before } = book;
  let store: BookStore | undefined;
  try {
    const prepared = await withLeaseKeys(() => requestBook(book));
    const { lease, bytes, content } = prepared;
    if (lease.id === before?.id) return;
    await changeOfflineBook(db, book, { nextLeaseId: lease.id });
    store = await openDeviceStore(lease);
    current = { bookId, store };
    if ((await downloadWith(book, store, prepared)) !== 'stored') return;
    const isStillStored = (await findOfflineBook(db, owner, bookId))?.state === 'ready';
    if (!isStillStored) return;
    await db.transaction('rw', db.offlineBooks, db.offlineContents, async () => {
      await db.offlineContents.put(content);
      await setBookReady(db, book, { lease, bytes, storedBytes: bytes, verifiedAt: Date.now() });
    });
    if (before === undefined) return;
    await store.remove({ leaseId: before.id });
    await call(releaseLease, { id: before.id });
  } catch (error) {
    if (!(error instanceof ApiError)) reportError(error);
  } finally {
    current = undefined;
    store?.close();
    useDownloadProgress.setState({ bytes: 0 }, true);
  }
};

const work = async (): Promise<void> => {
  const tried = new Set<string>();
  for (;;) {
    const books = await listOfflineBooks(readerDatabase(), ownerNow());
    // One that is `downloading` was interrupted, because this tab has the lock and downloads nothing now.
    const next =
      books.find(({ state }) => state === 'downloading') ??
      books.find(({ state, notBefore = 0 }) => state === 'waiting' && notBefore <= Date.now());
    if (next !== undefined) {
      if (!(await download(next))) return;
      continue;
    }
    const outdated = books.find(({ bookId, state, isOutdated }) => state === 'ready' && isOutdated === true && !tried.has(bookId));
    if (outdated === undefined) return;
    tried.add(outdated.bookId);
    await moveToNewVersion(outdated);
  }
};

/** Starts or continues the downloads of the current owner, unless another tab does. */
export const runDownloads = async (): Promise<void> => {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
};

/** Adds a book to the queue, or continues its download. */
export const startDownload = async (owner: string, bookId: string, title: string): Promise<void> => {
  const db = readerDatabase();
  await db.transaction('rw', db.offlineBooks, async () => {
    const existing = await findOfflineBook(db, owner, bookId);
    if (existing?.state === 'ready' || existing?.state === 'downloading') return;
    const { reason: _reason, notBefore: _notBefore, ...rest } = existing ?? { addedAt: Date.now(), bytes: 0, storedBytes: 0 };
    await db.offlineBooks.put({ ...rest, owner, bookId, title, state: 'waiting' });
  });
  void runDownloads();
};

/** Pauses the download of a book. What is stored stays. */
export const pauseDownload = async (owner: string, bookId: string): Promise<void> => {
  await changeOfflineBook(readerDatabase(), { owner, bookId }, { state: 'paused' });
  if (current?.bookId === bookId) await current.store.pause();
};
