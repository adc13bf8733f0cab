/** What a browser keeps on disk for its readers: marks, places and wishes with the clock of each field, and the outbox of changes not yet sent. */
import type {
  Annotation,
  ErrorCode,
  FavoriteRecord,
  Hlc,
  ProgressRecord,
  ReadingPreferences,
  ReviewCardRecord,
  ShelfGroupRecord,
  ShelfItemRecord,
  SyncEntity,
  SyncOp,
} from '@shufang/contract';
import { Dexie, type EntityTable, type Table } from 'dexie';
import { noteReaderDatabase } from './made-reader-database.ts';

export interface RecordShapes {
  annotation: Annotation;
  progress: ProgressRecord;
  preferences: ReadingPreferences;
  shelfItem: ShelfItemRecord;
  shelfGroup: ShelfGroupRecord;
  favorite: FavoriteRecord;
  reviewCard: ReviewCardRecord;
}

/** One synchronised record as this device knows it. `clocks` holds the stamp of each field that has one. */
export interface StoredRecord<E extends SyncEntity = SyncEntity> {
  /** Whose record this is: a user id, or `ANONYMOUS_OWNER`. */
  owner: string;
  entity: E;
  entityId: string;
  /** Empty for records that belong to no book. */
  bookId: string;
  record: RecordShapes[E];
  clocks: Record<string, Hlc>;
}

/** A change that waits for the server, or that the server refused for good. `n` keeps the order of writing. */
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

/** Text being typed, kept until it is saved or thrown away by its writer. */
export interface Draft {
  owner: string;
  key: string;
  body: string;
  updatedAt: number;
}

/** What the server answered last, kept so that a page can be shown without a network. Checked by the contract when it is read. */
export interface KeptAnswer {
  owner: string;
  key: string;
  value: unknown;
  keptAt: number;
}

/** Active reading on this device in one book on one day, and how much of it the server has heard of. */
export interface ReadingDayEntry {
  owner: string;
  bookId: string;
  /** YYYY-MM-DD of this device's calendar. */
  day: string;
  seconds: number;
  sentSeconds: number;
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
  declare readonly kept: Table<KeptAnswer, [string, string]>;
  declare readonly readingDays: Table<ReadingDayEntry, [string, string, string]>;

  constructor(name = 'shufang-reader') {
    // Told as kept once it is on the disk: a note outlives the loss of power, not only that of the browser.
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      records: '[owner+entity+entityId], [owner+entity], [owner+entity+bookId]',
      outbox: '++n, [owner+state], [owner+entity+entityId]',
      drafts: '[owner+key]',
      meta: 'key',
    });
    this.version(2).stores({ kept: '[owner+key]' });
    this.version(3).stores({ readingDays: '[owner+bookId+day], owner' });
  }
}

const breakOff = (transaction: IDBTransaction): void => {
  try {
    transaction.abort();
  } catch (error) {
    // One that is being committed ends without the page.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
};

/**
 * A page that is put aside for the way back stands still, and WebKit lets what it was reading and writing stand still with it, before every page
 * that comes (seen in 2.50; the connection, which Dexie closes then, still ends what it began). So that is broken off, as other browsers do when a
 * page goes, and the page begins anew when it is shown again. Those see to it themselves: for WebKit alone, known by its vendor.
 */
const breakOffWhenPutAside = (db: ReaderDatabase): void => {
  const underWay = new Set<IDBTransaction>();
  db.use({
    stack: 'dbcore',
    name: 'under-way',
    create: (core) => ({
      ...core,
      transaction: (...asked) => {
        // What Dexie calls a transaction of its core is the browser's own.
        const transaction = core.transaction(...asked) as IDBTransaction;
        underWay.add(transaction);
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => underWay.delete(transaction));
        return transaction;
      },
    }),
  });
  globalThis.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    if (underWay.size > 0) globalThis.addEventListener('pageshow', () => globalThis.location.reload(), { once: true });
    for (const transaction of underWay) breakOff(transaction);
  });
};

let opened: ReaderDatabase | undefined;
/** The database of this browser, opened when first asked for. */
export const readerDatabase = (): ReaderDatabase => {
  if (opened === undefined) {
    opened = new ReaderDatabase();
    noteReaderDatabase();
    if (navigator.vendor.startsWith('Apple')) breakOffWhenPutAside(opened);
  }
  return opened;
};

export const findRecord = async <E extends SyncEntity>(
  db: ReaderDatabase,
  owner: string,
  entity: E,
  entityId: string,
): Promise<StoredRecord<E> | undefined> => (await db.records.get([owner, entity, entityId])) as StoredRecord<E> | undefined;

/** All marks of one owner, in one book or in all, those in the bin included. */
export const listAnnotationRecords = async (db: ReaderDatabase, owner: string, bookId?: string): Promise<Annotation[]> => {
  const rows =
    bookId === undefined
      ? await db.records.where({ owner, entity: 'annotation' }).toArray()
      : await db.records.where({ owner, entity: 'annotation', bookId }).toArray();
  return (rows as StoredRecord<'annotation'>[]).map((row) => row.record);
};

/** All records of one kind of one owner. */
export const listRecords = async <E extends SyncEntity>(db: ReaderDatabase, owner: string, entity: E): Promise<RecordShapes[E][]> =>
  ((await db.records.where({ owner, entity }).toArray()) as StoredRecord<E>[]).map((row) => row.record);

/** Review cards of one owner, by the mark they are made of. */
export const listReviewCardRecords = async (db: ReaderDatabase, owner: string): Promise<ReadonlyMap<string, ReviewCardRecord>> => {
  const rows = (await db.records.where({ owner, entity: 'reviewCard' }).toArray()) as StoredRecord<'reviewCard'>[];
  return new Map(rows.map(({ entityId, record }) => [entityId, record]));
};
