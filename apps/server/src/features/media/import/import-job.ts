/** An import as it is kept: what was uploaded, what is wanted of it and how far it is. The only SQL on `import_job`. */
import type { AccessModel, BookLevel, ImportFinding, ImportJob, ImportStage } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Bounds } from '../../../platform/http/call-reach.ts';
import type { Owner } from '../../account/reach.ts';
import { isBookWithin, publishersOfBooks } from '../publication/books-within.ts';

/** What to do with the book once it is read; absent means: leave as it is, or the default of a new book. */
export interface ImportOptions {
  /** Make a new version of this book instead of a new book. */
  readonly bookId?: string;
  readonly publish?: boolean;
  readonly accessModel?: AccessModel;
  readonly priceFen?: number;
  readonly trialChapters?: number;
  readonly categoryIds?: readonly string[];
  /** Instead of what the file names. */
  readonly publisher?: string;
  readonly level?: BookLevel;
}

export interface StoredImport {
  readonly id: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly sha256: string;
  readonly stage: ImportStage;
  readonly options: ImportOptions;
  /** The publishers the book must be one of; empty: whichever the file names. */
  readonly publishers: readonly string[];
  readonly startedAt: number | undefined;
  readonly job: ImportJob;
}

export const FINAL_STAGES: ReadonlySet<ImportStage> = new Set(['done', 'refused', 'failed', 'cancelled']);

interface Row extends Record<string, unknown> {
  id: string;
  file_name: string;
  file_bytes: number;
  sha256: string;
  stage: ImportStage;
  progress: number;
  detail: string;
  findings: ImportFinding[];
  options: ImportOptions;
  publishers: string[];
  book_id: string | null;
  version_id: string | null;
  existing: boolean;
  statistics: NonNullable<ImportJob['statistics']> | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}

const toStored = (row: Row): StoredImport => ({
  id: row.id,
  fileName: row.file_name,
  fileBytes: row.file_bytes,
  sha256: row.sha256,
  stage: row.stage,
  options: row.options,
  publishers: row.publishers,
  startedAt: row.started_at ?? undefined,
  job: {
    id: row.id,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    sha256: row.sha256,
    stage: row.stage,
    progress: row.progress,
    detail: row.detail,
    findings: row.findings,
    ...(row.book_id === null ? {} : { bookId: row.book_id }),
    ...(row.version_id === null ? {} : { versionId: row.version_id }),
    existing: row.existing,
    createdAt: row.created_at,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    ...(row.statistics === null ? {} : { statistics: row.statistics }),
  },
});

const columns = sql`id, file_name, file_bytes, sha256, stage, progress, detail, findings, options, publishers, book_id, version_id, existing, statistics, created_at, started_at, finished_at`;

export interface NewImport {
  readonly id: string;
  readonly userId: string | undefined;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly sha256: string;
  readonly options: ImportOptions;
  readonly publishers: readonly string[];
  readonly createdAt: number;
}

export const insertImport = async (db: Queryable, job: NewImport): Promise<StoredImport> => {
  const { rows } = await db.execute<Row>(sql`
    insert into import_job (id, user_id, file_name, file_bytes, sha256, stage, options, publishers, detail, created_at)
    values (${job.id}, ${job.userId ?? null}, ${job.fileName}, ${job.fileBytes}, ${job.sha256}, 'queued', ${JSON.stringify(job.options)}::jsonb, ${sql.param([...job.publishers])}::text[], '等待处理', ${job.createdAt})
    returning ${columns}`);
  const row = rows[0];
  if (!row) throw new Error('import was not inserted');
  return toStored(row);
};

export const findImport = async (db: Queryable, id: string): Promise<StoredImport | undefined> => {
  const { rows } = await db.execute<Row>(sql`select ${columns} from import_job where id = ${id}`);
  return rows[0] && toStored(rows[0]);
};

/** Those for a book in reach, and those without a book made for publishers in reach. */
const isImportWithin = (bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`case when coalesce(book_id, options->>'bookId') is null
          then cardinality(publishers) > 0 and publishers <@ ${sql.param([...bounds.publishers])}::text[]
        else ${isBookWithin(sql`coalesce(import_job.book_id, import_job.options->>'bookId')`, bounds)} end`;

/** Whose an import is: its book's publisher's; without a book the publishers' it was made for. Undefined for one that is not there. */
export const ownerOfImport = async (db: Queryable, id: string): Promise<Owner | undefined> => {
  const stored = await findImport(db, id);
  if (stored === undefined) return undefined;
  const bookId = stored.job.bookId ?? stored.options.bookId;
  return { publishers: bookId === undefined ? stored.publishers : await publishersOfBooks(db, [bookId]) };
};

/** Newest first. */
export const listNewestImports = async (db: Queryable, limit: number, bounds: Bounds | undefined): Promise<ImportJob[]> => {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from import_job where ${isImportWithin(bounds)} order by created_at desc, id desc limit ${limit}`,
  );
  return rows.map((row) => toStored(row).job);
};

/** Of those that ended since then. */
export const countFailedImports = async (db: Queryable, bounds: Bounds | undefined, since: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from import_job where stage = 'failed' and finished_at >= ${since} and ${isImportWithin(bounds)}`,
  );
  return rows[0]?.n ?? 0;
};

const notFinal = sql`stage not in ('done', 'refused', 'failed', 'cancelled')`;

/** False: it has ended meanwhile, or its cancelling was asked for. */
export const startImport = (db: Queryable, id: string, now: number): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = 'checking', started_at = ${now}, finished_at = null where id = ${id} and ${notFinal} and not cancel_asked`,
  );

/** False: stop, somebody asked for it or it has ended. */
export const updateImportProgress = (db: Queryable, id: string, at: Pick<ImportJob, 'stage' | 'progress' | 'detail'>): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = ${at.stage}, progress = ${at.progress}, detail = ${at.detail} where id = ${id} and ${notFinal} and not cancel_asked`,
  );

export interface ImportEnd {
  readonly stage: 'done' | 'refused' | 'failed' | 'cancelled';
  readonly detail: string;
  readonly findings: readonly ImportFinding[];
  readonly finishedAt: number;
  readonly bookId?: string;
  readonly versionId?: string;
  readonly existing?: boolean;
  readonly statistics?: ImportJob['statistics'];
}

/** False: it had ended before. A finished import (`done`) ends only when nobody asked to cancel it. */
export const finishImport = (db: Queryable, id: string, end: ImportEnd): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = ${end.stage}, detail = ${end.detail}, findings = ${JSON.stringify(end.findings)}::jsonb, finished_at = ${end.finishedAt},
      progress = case when ${end.stage} = 'done' then 1 else progress end,
      book_id = ${end.bookId ?? null}, version_id = ${end.versionId ?? null}, existing = ${end.existing ?? false},
      statistics = ${end.statistics ? JSON.stringify(end.statistics) : null}::jsonb
      where id = ${id} and ${notFinal} ${end.stage === 'done' ? sql`and not cancel_asked` : sql``}`,
  );

/** Ends a waiting import at once; a running one is told and ends soon. Answers its stage before, or undefined when it had ended. */
export const askToCancel = async (db: Queryable, id: string): Promise<ImportStage | undefined> => {
  const { rows } = await db.execute<{ stage: ImportStage }>(
    sql`update import_job set cancel_asked = true where id = ${id} and ${notFinal} returning stage`,
  );
  return rows[0]?.stage;
};

/** Puts an import that ended without a book, or whose process died before `staleBefore`, back into the queue. */
export const requeueImport = (db: Queryable, id: string, staleBefore: number): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = 'queued', progress = 0, detail = '等待处理', findings = '[]'::jsonb, cancel_asked = false, started_at = null, finished_at = null
      where id = ${id} and (stage in ('failed', 'cancelled') or (${notFinal} and started_at < ${staleBefore}))`,
  );

/** Whether an import that began at `after` or later has not ended. */
export const isImportUnderWay = async (db: Queryable, after: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from import_job where ${notFinal} and started_at >= ${after} limit 1`);
  return rows.length > 0;
};

export const listImportsOf = async (db: Queryable, userId: string): Promise<ImportJob[]> => {
  const { rows } = await db.execute<Row>(sql`select ${columns} from import_job where user_id = ${userId} order by created_at, id`);
  return rows.map((row) => toStored(row).job);
};

/** The imports stay, and no longer say by whom. */
export const forgetImporter = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update import_job set user_id = null where user_id = ${userId}`);
};

const changed = async (db: Queryable, statement: SQL): Promise<boolean> => ((await db.execute(statement)).rowCount ?? 0) > 0;
