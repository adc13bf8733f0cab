/**
 * Writes the search index of a saved version: passages, formulas, resources. One transaction, so that a book is found completely or not at
 * all; a version whose process was killed before is converted again for its passages.
 */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { ConversionInput, ConversionResult } from '../conversion/conversion-model.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { indexFormulas } from '../versions/index-formulas.ts';
import { indexResources } from '../versions/index-resources.ts';
import { fetchSource } from './fetch-source.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { failUnindexedImports, finishIndexedImports, INDEXING_FROM } from './import-job.ts';
import type { ProgressWriter } from './progress-writer.ts';
import { segmentsOf } from './save-version.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { createRowQueue, insertPassages, type RowQueue, waitWithoutTimeout } from './version-rows.ts';
import {
  closePassageIndex,
  countIndexAttempt,
  findSavedVersion,
  findVersionBlocks,
  lockIndex,
  openPassageIndex,
  type SavedVersion,
  setIndexFailed,
  setVersionIndexed,
  uncountIndexAttempt,
} from './version-store.ts';

type IndexProgress = Pick<ProgressWriter, 'report' | 'settle'>;

const NO_PROGRESS: IndexProgress = { report: () => undefined, settle: async () => undefined };

/** A running conversion of the version's file. */
export interface RunningConversion {
  readonly folder: string;
  readonly passages: RowQueue;
  /** Resolves when all passages are in the queue. */
  readonly ended: Promise<ConversionResult>;
}

/** Thrown when a newer version has replaced the version meanwhile, whose index must then not exist. */
class VersionReplacedError extends Error {
  override readonly name = 'VersionReplacedError';
}

/** Writes the index in the transaction, which holds the lock of the index. */
const writeIndex = async (
  tx: Transaction,
  version: Pick<SavedVersion, 'id' | 'bookId'>,
  { folder, passages, ended }: RunningConversion,
  progress: IndexProgress,
): Promise<void> => {
  progress.report('indexing', INDEXING_FROM, '已经可以阅读，正在建立检索');
  await openPassageIndex(tx);
  passages.start(async (rows, { share }) => {
    await insertPassages(tx, version, rows);
    progress.report(
      'indexing',
      INDEXING_FROM + (1 - INDEXING_FROM) * share * 0.98,
      `已经可以阅读，正在建立检索（${Math.round(share * 100)}%）`,
    );
  });
  const result = await ended;
  await passages.settle();
  passages.failed.throwIfAborted();
  if (result.counts.formulas > 0) await indexFormulas(tx, { id: version.id, manifest: result.manifest }, segmentsOf(folder, result));
  await indexResources(tx, { id: version.id, manifest: result.manifest });
  // Progress that is still being written would wait for the end of the import in this transaction.
  await progress.settle();
  if (!(await setVersionIndexed(tx, version))) throw new VersionReplacedError(`version ${version.id} was replaced`);
};

/** Thrown when the process has ended during each earlier attempt, so that another one would probably end it too. */
class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError';
}

interface IndexOptions {
  /** Waits for another process that is indexing the version. */
  readonly wait: boolean;
  /** Ends the imports that wait for the index. */
  readonly endsImports: boolean;
  /** Aborts the work when the server stops. */
  readonly signal: AbortSignal;
}

/** Runs `work` if the version has no index yet. */
const inIndexTransaction = async (
  deps: Pick<ImportDependencies, 'db' | 'clock' | 'onIndexed'>,
  versionId: string,
  { wait, endsImports, signal }: IndexOptions,
  work: (tx: Transaction, version: SavedVersion) => Promise<void>,
): Promise<void> => {
  let isCounted = false;
  try {
    const isWritten = await deps.db.transaction(async (tx) => {
      await waitWithoutTimeout(tx);
      if (!(await lockIndex(tx, versionId, wait))) return false;
      const version = await findSavedVersion(tx, versionId);
      if (version !== undefined && !version.isIndexed) {
        if ((await countIndexAttempt(deps.db.orm, versionId)) > PUBLICATION_LIMITS.indexAttempts)
          throw new TooManyAttemptsError(`the index of version ${versionId} was begun ${PUBLICATION_LIMITS.indexAttempts} times in vain`);
        isCounted = true;
        await work(tx, version);
        await deps.onIndexed?.(tx, version.bookId);
      }
      if (endsImports) await finishIndexedImports(tx, versionId, deps.clock.now());
      return version?.isIndexed === false;
    });
    if (isWritten) await closePassageIndex(deps.db.orm);
  } catch (error) {
    // After the rollback, because the transaction may have locked the version.
    if (isCounted && signal.aborted) await uncountIndexAttempt(deps.db.orm, versionId);
    if (!(error instanceof VersionReplacedError)) throw error;
    if (endsImports) await finishIndexedImports(deps.db.orm, versionId, deps.clock.now());
  }
};

/** Indexes a version from the conversion that made it. The caller ends its import. */
export const indexConverted = async (
  deps: Pick<ImportDependencies, 'db' | 'clock' | 'onIndexed'>,
  versionId: string,
  conversion: RunningConversion,
  progress: IndexProgress,
  signal: AbortSignal,
): Promise<void> => {
  await inIndexTransaction(deps, versionId, { wait: true, endsImports: false, signal }, (tx, version) =>
    writeIndex(tx, version, conversion, progress),
  );
};

/**
 * Indexes a saved version whose indexing was interrupted: converts its file again, with the version's own blocks as the previous ones, so
 * that they get their ids again, and ends the imports that wait for the index. Does nothing if another process is indexing it.
 */
export const resumeIndexing = async (
  deps: ImportDependencies,
  versionId: string,
  signal: AbortSignal,
  progress: IndexProgress = NO_PROGRESS,
): Promise<void> => {
  await inIndexTransaction(deps, versionId, { wait: false, endsImports: true, signal }, (tx, version) =>
    withTemporaryFolder(deps.temporaryFolder, 'import', async (parent) => {
      const sourcePath = await fetchSource(deps.objects, version.sourceSha256, parent);
      const folder = await mkdtemp(path.join(parent, 'try-'));
      const passages = createRowQueue(folder);
      const input: ConversionInput = {
        sourcePath,
        fileName: version.sourceFileName,
        folder,
        previousBlocks: await findVersionBlocks(tx, version.id),
        nextBlockNumber: version.nextBlockNumber,
      };
      const stop = new AbortController();
      const listener = {
        progress: () => undefined,
        rows: (rows: Parameters<RowQueue['add']>[0]) => (rows.of === 'passages' ? passages.add(rows) : undefined),
        converted: () => undefined,
        documentFailed: () => undefined,
      };
      const converting = deps.convert(input, listener, AbortSignal.any([signal, stop.signal, passages.failed]));
      const ended = converting.then(({ result }) => result);
      // `writeIndex` waits for it later; an error until then must not end this process as an unhandled one.
      ended.catch(() => undefined);
      try {
        await writeIndex(tx, version, { folder, passages, ended }, progress);
      } finally {
        stop.abort();
        await Promise.allSettled([ended, passages.settle()]);
      }
    }),
  );
};

/**
 * Records that the text of a version cannot be searched, and ends the imports that wait for its index. Details of the error are only in the
 * log. An operator can repeat the import.
 */
export const failIndexing = async (
  { db, clock, log }: Pick<ImportDependencies, 'db' | 'clock' | 'log'>,
  versionId: string,
  error: unknown,
): Promise<void> => {
  log.error({ err: error, versionId }, 'a version could not be indexed');
  await db.transaction(async (tx) => {
    await setIndexFailed(tx, versionId);
    await failUnindexedImports(tx, versionId, clock.now());
  });
};

/** Returns the versions without an index whose import is not run again by the queue: imports of the command line. */
const findInterrupted = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from book_version v where state = 'released' and not text_indexed and not index_failed and not exists (
      select 1 from import_job j where j.version_id = v.id and j.user_id is not null and j.finished_at is null) order by id`);
  return rows.map(({ id }) => id);
};

/** Indexes every version whose indexing was interrupted. Safe to run in several processes and to stop at any time. */
export const resumeInterruptedIndexing = async (deps: ImportDependencies, signal: AbortSignal): Promise<void> => {
  for (const id of await findInterrupted(deps.db.orm)) {
    signal.throwIfAborted();
    try {
      await resumeIndexing(deps, id, signal);
    } catch (error) {
      signal.throwIfAborted();
      // A file that is missing, or can no longer be converted, must not block the other versions.
      await failIndexing(deps, id, error);
    }
  }
};
