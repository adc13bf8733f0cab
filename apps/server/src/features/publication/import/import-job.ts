/** A stored import: the uploaded file, the options and the progress. The only SQL on `import_job`. */
import { type AccessModel, type BookLevel, CodedError, type ImportFinding, type ImportJob, type ImportStage } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import type { Owner } from '../../authorization/access-scope.ts';
import { isBookInScope, publishersOfBooks } from '../versions/publisher-scope.ts';

/** The operator's options, applied to the book after the import. An absent option means no change, or the default of a new book. */
export interface ImportOptions {
  /** The book of which a new version is created; absent when a new book is created. */
  readonly bookId?: string;
  readonly publish?: boolean;
  readonly accessModel?: AccessModel;
  readonly priceFen?: number;
  readonly trialChapters?: number;
  readonly categoryIds?: readonly string[];
  /** The publisher of the book, in place of the one named in the file. */
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
  /** Names of the publishers of which one must be the book's; empty: any publisher. */
  readonly publishers: readonly string[];
  readonly startedAt: number | undefined;
  readonly job: ImportJob;
}

/** Progress of an import whose version was saved and whose index is not written yet. */
export const INDEXING_FROM = 0.55;

export const FINAL_STAGES: ReadonlySet<ImportStage> = new Set(['done', 'refused', 'failed', 'canceled']);

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

/** Returns an import as operators see it. Throws `import.notFound`. */
export const requireImport = async (db: Queryable, id: string): Promise<ImportJob> => {
  const stored = await findImport(db, id);
  if (stored === undefined) throw new CodedError('import.notFound');
  return stored.job;
};

/** SQL condition that an import is in the access scope: by its book, or, if it has no book, by the publishers it was made for. */
const isImportInScope = (accessScope: AccessScope | undefined): SQL =>
  accessScope === undefined
    ? sql`true`
    : sql`case when coalesce(book_id, options->>'bookId') is null
          then cardinality(publishers) > 0 and publishers <@ ${sql.param([...accessScope.publishers])}::text[]
        else ${isBookInScope(sql`coalesce(import_job.book_id, import_job.options->>'bookId')`, accessScope)} end`;

/**
 * Returns the owner of an import: the publisher of its book, or without a book the publishers it was made for. Undefined if there is no
 * such import.
 */
export const ownerOfImport = async (db: Queryable, id: string): Promise<Owner | undefined> => {
  const stored = await findImport(db, id);
  if (stored === undefined) return undefined;
  const bookId = stored.job.bookId ?? stored.options.bookId;
  return { publishers: bookId === undefined ? stored.publishers : await publishersOfBooks(db, [bookId]) };
};

/** Returns the newest imports, newest first. */
export const listNewestImports = async (db: Queryable, limit: number, accessScope: AccessScope | undefined): Promise<ImportJob[]> => {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from import_job where ${isImportInScope(accessScope)} order by created_at desc, id desc limit ${limit}`,
  );
  return rows.map((row) => toStored(row).job);
};

/** Counts failed imports that ended at this time or later. */
export const countFailedImports = async (db: Queryable, accessScope: AccessScope | undefined, since: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from import_job where stage = 'failed' and finished_at >= ${since} and ${isImportInScope(accessScope)}`,
  );
  return rows[0]?.n ?? 0;
};

/** Counts the imports that were created in a period, and those that are waiting or running now. `failed` includes refused files. */
export const countImports = async (
  db: Queryable,
  accessScope: AccessScope | undefined,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<{ done: number; failed: number; running: number }> => {
  const inPeriod = sql`created_at >= ${from} and created_at < ${until}`;
  const { rows } = await db.execute<{ done: number; failed: number; running: number }>(sql`
    select (count(*) filter (where stage = 'done' and ${inPeriod}))::int as done,
      (count(*) filter (where stage in ('failed', 'refused') and ${inPeriod}))::int as failed,
      (count(*) filter (where stage not in ('done', 'refused', 'failed', 'canceled')))::int as running
    from import_job where ${isImportInScope(accessScope)}`);
  return rows[0] ?? { done: 0, failed: 0, running: 0 };
};

const notFinal = sql`stage not in ('done', 'refused', 'failed', 'canceled')`;

/** Marks an import as started. Returns false if it has ended or its cancellation was requested. */
export const startImport = (db: Queryable, id: string, now: number): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = 'checking', started_at = ${now}, finished_at = null where id = ${id} and ${notFinal} and not cancel_asked`,
  );

/** Stores the progress of an import. Returns false if the import must stop: it has ended or its cancellation was requested. */
export const updateImportProgress = (db: Queryable, id: string, at: Pick<ImportJob, 'stage' | 'progress' | 'detail'>): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = ${at.stage}, progress = ${at.progress}, detail = ${at.detail} where id = ${id} and ${notFinal} and not cancel_asked`,
  );

export interface ImportEnd {
  readonly stage: 'done' | 'refused' | 'failed' | 'canceled';
  readonly detail: string;
  readonly findings: readonly ImportFinding[];
  readonly finishedAt: number;
  readonly bookId?: string;
  readonly versionId?: string;
  readonly existing?: boolean;
  readonly statistics?: ImportJob['statistics'];
}

/**
 * Stores the end of an import. Returns false if it had already ended. An import becomes `done` only if its cancellation was not requested.
 */
export const finishImport = (db: Queryable, id: string, end: ImportEnd): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = ${end.stage}, detail = ${end.detail}, findings = ${JSON.stringify(end.findings)}::jsonb || case when version_id is null then '[]' else findings end, finished_at = ${end.finishedAt},
      progress = case when ${end.stage} = 'done' then 1 else progress end,
      book_id = coalesce(${end.bookId ?? null}, book_id), version_id = coalesce(${end.versionId ?? null}, version_id), existing = ${end.existing ?? false},
      statistics = coalesce(${end.statistics ? JSON.stringify(end.statistics) : null}::jsonb, statistics)
      where id = ${id} and ${notFinal} ${end.stage === 'done' ? sql`and not cancel_asked` : sql``}`,
  );

/** Adds findings to the report of an import. */
export const addImportFindings = async (db: Queryable, id: string, findings: readonly ImportFinding[]): Promise<void> => {
  if (findings.length === 0) return;
  await db.execute(sql`update import_job set findings = findings || ${JSON.stringify(findings)}::jsonb where id = ${id}`);
};

export interface SavedImport {
  readonly findings: readonly ImportFinding[];
  readonly bookId: string;
  readonly versionId: string;
  readonly statistics: NonNullable<ImportJob['statistics']>;
}

/** Stores the version of an import, which can be read from now on. Returns false if the import has ended or must be canceled. */
export const storeImportedVersion = (db: Queryable, id: string, saved: SavedImport): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = 'indexing', progress = ${INDEXING_FROM}, detail = '已经可以阅读，正在建立检索',
      findings = ${JSON.stringify(saved.findings)}::jsonb, book_id = ${saved.bookId}, version_id = ${saved.versionId},
      statistics = ${JSON.stringify(saved.statistics)}::jsonb where id = ${id} and ${notFinal} and not cancel_asked`,
  );

/** Ends all imports that wait for the index of a version. */
export const finishIndexedImports = async (db: Queryable, versionId: string, now: number): Promise<void> => {
  await db.execute(sql`
    update import_job set stage = 'done', progress = 1, detail = '导入完成', finished_at = ${now},
      statistics = statistics || jsonb_build_object('ms', greatest(${now} - started_at, (statistics->>'readableMs')::bigint))
    where version_id = ${versionId} and ${notFinal}`);
};

/** Ends all imports that wait for the index of a version, which could not be written. */
export const failUnindexedImports = async (db: Queryable, versionId: string, now: number): Promise<void> => {
  await db.execute(sql`
    update import_job set stage = 'failed', detail = '图书已经可以阅读，但正文检索没有建成，可以重新导入一次', finished_at = ${now}
    where version_id = ${versionId} and ${notFinal}`);
};

/**
 * Requests the cancellation of an import. Returns the stage before the request, or undefined if the import had ended or its version is
 * already saved.
 */
export const requestCancel = async (db: Queryable, id: string): Promise<ImportStage | undefined> => {
  const { rows } = await db.execute<{ stage: ImportStage }>(
    sql`update import_job set cancel_asked = true where id = ${id} and ${notFinal} and version_id is null returning stage`,
  );
  return rows[0]?.stage;
};

/**
 * Queues an import again if it failed or was canceled, or if it started before `staleBefore` and has not ended, because its process has
 * died.
 */
export const requeueImport = (db: Queryable, id: string, staleBefore: number): Promise<boolean> =>
  changed(
    db,
    sql`update import_job set stage = 'queued', progress = 0, detail = '等待处理', findings = case when version_id is null then '[]' else findings end, cancel_asked = false, started_at = null, finished_at = null
      where id = ${id} and (stage in ('failed', 'canceled') or (${notFinal} and started_at < ${staleBefore}))`,
  );

/** Returns whether an import that started at `after` or later has not ended. */
export const isImportRunning = async (db: Queryable, after: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from import_job where ${notFinal} and started_at >= ${after} limit 1`);
  return rows.length > 0;
};

export const listImportsOfUser = async (db: Queryable, userId: string): Promise<ImportJob[]> => {
  const { rows } = await db.execute<Row>(sql`select ${columns} from import_job where user_id = ${userId} order by created_at, id`);
  return rows.map((row) => toStored(row).job);
};

/** Removes the user id from the imports of an erased user; the imports stay. */
export const clearImporter = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update import_job set user_id = null where user_id = ${userId}`);
};

const changed = async (db: Queryable, statement: SQL): Promise<boolean> => ((await db.execute(statement)).rowCount ?? 0) > 0;
