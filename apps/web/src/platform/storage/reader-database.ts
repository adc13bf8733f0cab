/**
 * The browser's IndexedDB database: sync records with a timestamp per field, the outbox of unsent changes, drafts, cached responses,
 * reading days and times, fonts, books for reading offline.
 */
import type {
  Annotation,
  ErrorCode,
  FavoriteRecord,
  getBookPackage,
  getManifest,
  Hlc,
  InteractiveStateRecord,
  OfflineLease,
  OutputOf,
  openBook,
  PracticeAnswerRecord,
  ProgressRecord,
  ReadingPreferences,
  ReviewCardRecord,
  ShelfGroupRecord,
  ShelfItemRecord,
  SyncEntity,
  SyncOp,
} from '@shufang/contract';
import { Dexie, type EntityTable, type Table } from 'dexie';
import { markReaderDatabaseCreated } from './reader-database-flag.ts';

export interface RecordShapes {
  annotation: Annotation;
  progress: ProgressRecord;
  preferences: ReadingPreferences;
  shelfItem: ShelfItemRecord;
  shelfGroup: ShelfGroupRecord;
  favorite: FavoriteRecord;
  reviewCard: ReviewCardRecord;
  practiceAnswer: PracticeAnswerRecord;
  interactiveState: InteractiveStateRecord;
}

/** A sync record on this device. `clocks`: the timestamp of each field by the hybrid logical clock. */
export interface StoredRecord<E extends SyncEntity = SyncEntity> {
  /** Owner of the record: a user id, or `ANONYMOUS_OWNER`. */
  owner: string;
  entity: E;
  entityId: string;
  /** Id of the book to which the record belongs; empty if it belongs to none. */
  bookId: string;
  record: RecordShapes[E];
  clocks: Record<string, Hlc>;
}

/** A change that is waiting for the server, or was rejected by it. `n`: order of writing. */
export interface OutboxEntry {
  n: number;
  owner: string;
  entity: SyncEntity;
  entityId: string;
  state: 'waiting' | 'rejected';
  op: SyncOp;
  code?: ErrorCode;
  message?: string;
}

/** A text that the user has typed and not saved yet; stored until the user saves or discards it. */
export interface Draft {
  owner: string;
  key: string;
  body: string;
  updatedAt: number;
}

/** A cached response for offline use. Validated by the contract when read. */
export interface CachedResponse {
  owner: string;
  key: string;
  value: unknown;
  cachedAt: number;
}

/** Reading time on this device in one book on one day, and the part that was sent to the server. */
export interface ReadingDayEntry {
  owner: string;
  bookId: string;
  /** Day of this device's calendar, as YYYY-MM-DD. */
  day: string;
  seconds: number;
  sentSeconds: number;
}

/** Reading time on this device in one document of a version on one day, by block, and the part that was sent to the server. */
export interface BlockTimeEntry {
  owner: string;
  bookId: string;
  versionId: string;
  href: string;
  /** Day of this device's calendar, as YYYY-MM-DD. */
  day: string;
  seconds: number;
  sentSeconds: number;
  /** Milliseconds by block id. */
  blocks: Record<string, number>;
}

/** A font that was added on this device, for all of its users. `id`: SHA-256 of the file in hexadecimal. */
export interface FontEntry {
  id: string;
  name: string;
  sizeBytes: number;
  addedAt: number;
}

/** The file of a font. In a table of its own, so that the list of the fonts can be read without the files. */
export interface FontFileEntry {
  id: string;
  bytes: ArrayBuffer;
}

/**
 * State of a book that is stored on this device. `waiting`: for its turn, or for the network. `ended`: the text is deleted, because the right
 * or the lease has ended (`reason`). `released`: removed by the user, while the server does not know it yet.
 */
export type OfflineBookState = 'waiting' | 'downloading' | 'paused' | 'failed' | 'ready' | 'ended' | 'released';

/** A book that is stored on this device, or being downloaded. The text itself is in the cache of the content origin, encrypted. */
export interface OfflineBookEntry {
  owner: string;
  bookId: string;
  title: string;
  state: OfflineBookState;
  /** Sentence for the user why the download failed or the book has ended. */
  reason?: string;
  addedAt: number;
  /** Whether a stored book is being downloaded again, because files were missing or damaged; the rest of it can be read. */
  isMending?: boolean;
  /** When all files were compared with their hashes for the last time. */
  verifiedAt?: number;
  /** Time before which the server refuses another download. */
  notBefore?: number;
  /** Whether the server has a newer version than the stored one. */
  isOutdated?: boolean;
  /** Id of the lease of the newer version that is being downloaded, whose files have to be removed with the book. */
  nextLeaseId?: string;
  /** Size of all files in bytes, and of those that are stored. */
  bytes: number;
  storedBytes: number;
  /** The lease; absent until the server has issued it. Its key is absent after the owner has signed out on this device. */
  lease?: Omit<OfflineLease, 'key'> & { key?: string };
}

/** What is needed to open a stored book without a network. In a table of its own, because it is large and rarely changes. */
export interface OfflineContentEntry {
  owner: string;
  bookId: string;
  /** Responses of `openBook`, `getManifest` and `getBookPackage`; validated by the contract when they are stored. */
  opened: OutputOf<typeof openBook>;
  manifest: OutputOf<typeof getManifest>;
  resources: OutputOf<typeof getBookPackage>['resources'];
}

export interface MetaEntry {
  key: string;
  value: string | number;
}

export class ReaderDatabase extends Dexie {
  declare readonly records: Table<StoredRecord, [string, SyncEntity, string]>;
  declare readonly outbox: EntityTable<OutboxEntry, 'n'>;
  declare readonly drafts: Table<Draft, [string, string]>;
  declare readonly meta: Table<MetaEntry, string>;
  declare readonly cachedResponses: Table<CachedResponse, [string, string]>;
  declare readonly readingDays: Table<ReadingDayEntry, [string, string, string]>;
  declare readonly blockTimes: Table<BlockTimeEntry, [string, string, string, string]>;
  declare readonly fonts: Table<FontEntry, string>;
  declare readonly offlineBooks: Table<OfflineBookEntry, [string, string]>;
  declare readonly offlineContents: Table<OfflineContentEntry, [string, string]>;
  declare readonly fontFiles: Table<FontFileEntry, string>;

  constructor(name = 'shufang-reader') {
    // With strict durability a confirmed write survives a power failure, not only a crash of the browser.
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      records: '[owner+entity+entityId], [owner+entity], [owner+entity+bookId]',
      outbox: '++n, [owner+state], [owner+entity+entityId]',
      drafts: '[owner+key]',
      meta: 'key',
    });
    this.version(2).stores({ cachedResponses: '[owner+key]' });
    this.version(3).stores({ readingDays: '[owner+bookId+day], owner' });
    this.version(4).stores({ fonts: 'id', fontFiles: 'id' });
    this.version(5).stores({ offlineBooks: '[owner+bookId], owner', offlineContents: '[owner+bookId]' });
    this.version(6).stores({ blockTimes: '[owner+versionId+href+day], owner' });
  }
}

const abortTransaction = (transaction: IDBTransaction): void => {
  try {
    transaction.abort();
  } catch (error) {
    // A transaction that is already committing cannot be aborted and completes.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
};

/**
 * When a page enters the back/forward cache, WebKit suspends its open transactions, which then block the database for all later pages (seen
 * in 2.50; closing the connection, as Dexie does, does not end them). Therefore they are aborted on `pagehide`, as other browsers do, and
 * the page reloads when it is shown again. Used only in WebKit, detected by its vendor.
 */
const abortTransactionsOnPageHide = (db: ReaderDatabase): void => {
  const active = new Set<IDBTransaction>();
  db.use({
    stack: 'dbcore',
    name: 'under-way',
    create: (core) => ({
      ...core,
      transaction: (...parameters) => {
        // The transaction that Dexie's core returns is the browser's own IDBTransaction, although its declared type is another one.
        const transaction = core.transaction(...parameters) as IDBTransaction;
        active.add(transaction);
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => active.delete(transaction));
        return transaction;
      },
    }),
  });
  globalThis.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    if (active.size > 0) globalThis.addEventListener('pageshow', () => globalThis.location.reload(), { once: true });
    for (const transaction of active) abortTransaction(transaction);
  });
};

let opened: ReaderDatabase | undefined;
/** Returns the database, opened on first use. */
export const readerDatabase = (): ReaderDatabase => {
  if (opened === undefined) {
    opened = new ReaderDatabase();
    markReaderDatabaseCreated();
    if (navigator.vendor.startsWith('Apple')) abortTransactionsOnPageHide(opened);
  }
  return opened;
};

export const findRecord = async <E extends SyncEntity>(
  db: ReaderDatabase,
  owner: string,
  entity: E,
  entityId: string,
): Promise<StoredRecord<E> | undefined> => (await db.records.get([owner, entity, entityId])) as StoredRecord<E> | undefined;

/** Lists the annotations of an owner, in one book or in all, including deleted ones. */
export const listAnnotationRecords = async (db: ReaderDatabase, owner: string, bookId?: string): Promise<Annotation[]> => {
  const rows =
    bookId === undefined
      ? await db.records.where({ owner, entity: 'annotation' }).toArray()
      : await db.records.where({ owner, entity: 'annotation', bookId }).toArray();
  return (rows as StoredRecord<'annotation'>[]).map((row) => row.record);
};

/** Lists the records of one entity of an owner. */
export const listRecords = async <E extends SyncEntity>(db: ReaderDatabase, owner: string, entity: E): Promise<RecordShapes[E][]> =>
  ((await db.records.where({ owner, entity }).toArray()) as StoredRecord<E>[]).map((row) => row.record);

/** Returns the review cards of an owner by annotation id. */
export const listReviewCardRecords = async (db: ReaderDatabase, owner: string): Promise<ReadonlyMap<string, ReviewCardRecord>> => {
  const rows = (await db.records.where({ owner, entity: 'reviewCard' }).toArray()) as StoredRecord<'reviewCard'>[];
  return new Map(rows.map(({ entityId, record }) => [entityId, record]));
};
