/**
 * Runs one import: checks the file, converts it, saves the version. It is safe to run an import again after it stopped
 * at any point, because nothing is visible before the end.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CodedError, type ImportFinding, type ImportJob } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { Transaction } from '../../../platform/database.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { IMPORT_CANCEL_EVENT, type ImportDependencies } from './import-dependencies.ts';
import { FINAL_STAGES, findImport, finishImport, type StoredImport, startImport } from './import-job.ts';
import { createProgressWriter, type ProgressWriter } from './progress-writer.ts';
import { BookChangedError, finishAsExisting, ImportEndedError, saveVersion, storeObjects } from './save-version.ts';
import { createRowStager, openStaging } from './staged-rows.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { findBookBlocks, findVersionOfSource } from './version-store.ts';

/** Maximum number of conversions of a file; it is converted again if the book got another version in the meantime. */
const ATTEMPTS = 3;
/** Maximum size of contents that are stored while the rows of a book are written; larger contents are stored before. */
const CONTENTS_BESIDE_ROWS_BYTES = 32 * 1_048_576;

export interface RunOptions {
  /** Path of the file if it is on this machine; otherwise it is read from the object store. */
  readonly sourcePath?: string;
  readonly onProgress?: (progress: Pick<ImportJob, 'stage' | 'progress' | 'detail'>) => void;
  readonly onPeakMemory?: (bytes: number) => void;
}

/** Returns the ended import. Throws only if `signal` is aborted (the server stops): the queue will run the import again. */
export const runImport = async (
  deps: ImportDependencies,
  id: string,
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<ImportJob> => {
  const stored = await findImport(deps.db.orm, id);
  if (!stored) throw new CodedError('import.notFound');
  if (FINAL_STAGES.has(stored.stage)) return stored.job;
  const startedAt = deps.clock.now();
  const canceled = new AbortController();
  const unsubscribe = deps.events.subscribe(IMPORT_CANCEL_EVENT, (data) => {
    if ((data as { id?: unknown } | null)?.id === id) canceled.abort(new ImportEndedError(`import ${id} was canceled`));
  });
  const progress = createProgressWriter(
    deps,
    id,
    () => canceled.abort(new ImportEndedError(`import ${id} was canceled`)),
    options.onProgress,
  );
  try {
    if (!(await startImport(deps.db.orm, id, startedAt))) throw new ImportEndedError(`import ${id} was canceled`);
    const either = AbortSignal.any([signal, canceled.signal]);
    await withTemporaryFolder(deps.temporaryFolder, 'import', (folder) =>
      convertAndSave({ deps, stored, startedAt, folder, progress, options, signal: either }),
    );
  } catch (error) {
    if (signal.aborted && !canceled.signal.aborted) throw error;
    await endWithError(deps, stored, error);
  } finally {
    unsubscribe();
    await progress.settle();
  }
  const ended = await findImport(deps.db.orm, id);
  if (!ended) throw new CodedError('import.notFound');
  await progress.publishEnd(ended.job);
  return ended.job;
};

interface Run {
  readonly deps: ImportDependencies;
  readonly stored: StoredImport;
  readonly startedAt: number;
  readonly folder: string;
  readonly progress: ProgressWriter;
  readonly options: RunOptions;
  readonly signal: AbortSignal;
}

const convertAndSave = async (run: Run): Promise<void> => {
  const { deps, stored, folder } = run;
  const { sha256, options, publishers } = stored;
  const existing = await findVersionOfSource(deps.db.orm, sha256, options.bookId, publishers);
  if (existing) {
    await deps.db.transaction((tx) => finishAsExisting(deps, tx, { importId: stored.id, options }, existing));
    return;
  }
  const sourcePath = run.options.sourcePath ?? (await fetchSource(deps, sha256, folder));
  for (let attempt = 1; ; attempt++) {
    try {
      await deps.db.transaction((tx) => convertInTransaction(tx, run, sourcePath));
      return;
    } catch (error) {
      if (!(error instanceof BookChangedError) || attempt === ATTEMPTS) throw error;
    }
  }
};

/** Tries once to convert and save. Until the conversion has ended, the transaction holds no locks for which others wait. */
const convertInTransaction = async (tx: Transaction, run: Run, sourcePath: string): Promise<void> => {
  const { deps, stored, progress } = run;
  const { sha256, options, publishers, fileName } = stored;
  const book = options.bookId === undefined ? { nextBlockNumber: 1, blocks: [] } : await findBookBlocks(deps.db.orm, options.bookId);
  if (!book) throw new ImportRefusal('import.unknownBook', '要更新的图书不存在');
  const { nextBlockNumber } = book;
  const folder = await mkdtemp(path.join(run.folder, 'try-'));
  const input = { sourcePath, fileName, folder, previousBlocks: book.blocks, nextBlockNumber };
  await openStaging(tx);
  const stager = createRowStager(tx, folder);
  const signal = AbortSignal.any([run.signal, stager.failed]);
  let contents: Promise<void> | undefined;
  try {
    const { result, peakMemoryBytes } = await deps.convert(input, { progress: progress.report, rows: stager.stage }, signal);
    run.options.onPeakMemory?.(peakMemoryBytes);
    progress.report('saving', 0.82, '正在保存');
    await progress.settle();
    contents = storeObjects(deps.objects, folder, result).then(() => signal.throwIfAborted());
    contents.catch(() => undefined);
    // Large contents are stored before rows are locked, so that no other transaction waits for the locks during the upload.
    if (result.objects.reduce((sum, { bytes }) => sum + bytes, 0) > CONTENTS_BESIDE_ROWS_BYTES) await contents;
    await stager.settle();
    signal.throwIfAborted();
    const { startedAt } = run;
    await saveVersion(
      deps,
      tx,
      { importId: stored.id, sha256, fileName, options, publishers, nextBlockNumber, folder, startedAt },
      result,
      contents,
    );
  } finally {
    // Waits for running uploads, because their source files are deleted with the folder of this import.
    await Promise.allSettled([stager.settle(), contents]);
  }
};

const fetchSource = async (deps: ImportDependencies, sha256: string, folder: string): Promise<string> => {
  const file = path.join(folder, 'source');
  const { stream } = await deps.objects.get(contentKey(sha256));
  await pipeline(stream, createWriteStream(file, { flags: 'wx' }));
  return file;
};

/** Saves the end of an import without a version. Details of an internal error are only in the log. */
const endWithError = async (deps: ImportDependencies, stored: StoredImport, error: unknown): Promise<void> => {
  const finishedAt = deps.clock.now();
  if (error instanceof ImportEndedError) {
    await finishImport(deps.db.orm, stored.id, { stage: 'canceled', detail: '已取消', findings: [], finishedAt });
    return;
  }
  if (error instanceof ImportRefusal) {
    const finding: ImportFinding = {
      severity: 'refused',
      code: error.code,
      message: error.message,
      ...(error.path === undefined ? {} : { path: error.path }),
      ...(error.line === undefined ? {} : { line: error.line }),
      count: 1,
    };
    await finishImport(deps.db.orm, stored.id, {
      stage: 'refused',
      detail: error.message,
      findings: [finding, ...error.findings],
      finishedAt,
    });
    return;
  }
  deps.log.error({ err: error, importId: stored.id }, 'import failed');
  await finishImport(deps.db.orm, stored.id, { stage: 'failed', detail: '系统出现问题，可以稍后重试', findings: [], finishedAt });
};
