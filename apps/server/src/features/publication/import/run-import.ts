/**
 * Runs one import: checks the file, converts it, saves the version, then indexes its text for search. It is safe to run an import again
 * after it stopped at any point: nothing is visible before the version is saved, and a saved version is only indexed.
 */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ImportFinding, type ImportJob, newId } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { ConversionResult, DocumentFailure, WrittenRows } from '../conversion/conversion-model.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { fetchSource } from './fetch-source.ts';
import { IMPORT_CANCEL_EVENT, type ImportDependencies } from './import-dependencies.ts';
import {
  addImportFindings,
  FINAL_STAGES,
  findImport,
  finishImport,
  finishIndexedImports,
  type StoredImport,
  startImport,
} from './import-job.ts';
import { failIndexing, indexConverted, resumeIndexing } from './index-version.ts';
import { createProgressWriter, type ProgressWriter } from './progress-writer.ts';
import { BookChangedError, finishAsExisting, ImportEndedError, saveVersion, storeObjects } from './save-version.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { createRowQueue, insertBlocks, type RowQueue, waitWithoutTimeout } from './version-rows.ts';
import { allowIndexing, type ExistingVersion, findBookBlocks, findVersionOfSource } from './version-store.ts';

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
    const { versionId } = stored.job;
    if (versionId !== undefined) await resumeIndexing(deps, versionId, either, progress);
    else
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
    await allowIndexing(deps.db.orm, existing.versionId);
    await resumeIndexing(deps, existing.versionId, run.signal);
    return;
  }
  const sourcePath = run.options.sourcePath ?? (await fetchSource(deps.objects, sha256, folder));
  for (let attempt = 1; ; attempt++) {
    try {
      await convertOnce(run, sourcePath);
      return;
    } catch (error) {
      if (!(error instanceof BookChangedError) || attempt === ATTEMPTS) throw error;
    }
  }
};

/** Tries once to convert and save the file, and indexes the saved version while the rest of the conversion runs. */
const convertOnce = async (run: Run, sourcePath: string): Promise<void> => {
  const { deps, stored, progress } = run;
  const { options, fileName } = stored;
  const book = options.bookId === undefined ? { nextBlockNumber: 1, blocks: [] } : await findBookBlocks(deps.db.orm, options.bookId);
  if (!book) throw new ImportRefusal('import.unknownBook', '要更新的图书不存在');
  const folder = await mkdtemp(path.join(run.folder, 'try-'));
  const queues = { blocks: createRowQueue(folder), passages: createRowQueue(folder) };
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal, queues.blocks.failed, queues.passages.failed]);
  const converted = Promise.withResolvers<ConversionResult>();
  const input = { sourcePath, fileName, folder, previousBlocks: book.blocks, nextBlockNumber: book.nextBlockNumber };
  const listener = {
    progress: progress.report,
    rows: (rows: WrittenRows) => queues[rows.of].add(rows),
    converted: converted.resolve,
    documentFailed: (failure: DocumentFailure) =>
      deps.log.error({ ...failure, importId: stored.id }, 'a document of a book could not be converted'),
  };
  const ended = deps.convert(input, listener, signal).then(({ result, peakMemoryBytes }) => {
    run.options.onPeakMemory?.(peakMemoryBytes);
    return result;
  });
  ended.catch(converted.reject);
  converted.promise.catch(() => undefined);
  try {
    const { blocks, passages } = queues;
    const { nextBlockNumber } = book;
    const saved = await deps.db.transaction((tx) =>
      saveInTransaction(tx, run, { folder, nextBlockNumber, blocks, converted: converted.promise, signal }),
    );
    if (saved !== undefined) {
      await indexConverted(deps, saved.versionId, { folder, passages, ended }, progress, run.signal);
      await addImportFindings(deps.db.orm, stored.id, await deps.checkStandard(sourcePath));
      // Only now: clients read the findings of an import once, at its end.
      await finishIndexedImports(deps.db.orm, saved.versionId, deps.clock.now());
    }
  } finally {
    stop.abort(new Error('the conversion is no longer needed'));
    await Promise.allSettled([ended, queues.passages.settle()]);
  }
};

interface Converting {
  readonly folder: string;
  readonly nextBlockNumber: number;
  readonly blocks: RowQueue;
  readonly converted: Promise<ConversionResult>;
  readonly signal: AbortSignal;
}

/** Saves the version as soon as its documents are converted. Until then the transaction holds no locks for which others wait. */
const saveInTransaction = async (tx: Transaction, run: Run, converting: Converting): Promise<ExistingVersion | undefined> => {
  const { deps, stored, progress, startedAt } = run;
  const { folder, nextBlockNumber, blocks, signal } = converting;
  const { sha256, options, publishers, fileName } = stored;
  await waitWithoutTimeout(tx);
  const versionId = newId(startedAt);
  blocks.start((rows) => insertBlocks(tx, versionId, rows));
  let contents: Promise<void> | undefined;
  try {
    const result = await converting.converted;
    progress.report('saving', 0.5, '正在保存');
    await progress.settle();
    contents = storeObjects(deps.objects, folder, result).then(() => signal.throwIfAborted());
    contents.catch(() => undefined);
    // Large contents are stored before rows are locked, so that no other transaction waits for the locks during the upload.
    if (result.objects.reduce((sum, { bytes }) => sum + bytes, 0) > CONTENTS_BESIDE_ROWS_BYTES) await contents;
    await blocks.settle();
    signal.throwIfAborted();
    const version = { importId: stored.id, versionId, sha256, fileName, options, publishers, nextBlockNumber, startedAt };
    return await saveVersion(deps, tx, version, result, contents);
  } finally {
    // Waits for running uploads, because their source files are deleted with the folder of this import.
    await Promise.allSettled([blocks.settle(), contents]);
  }
};

/** Saves the end of an import that failed. Details of an internal error are only in the log. */
const endWithError = async (deps: ImportDependencies, stored: StoredImport, error: unknown): Promise<void> => {
  const finishedAt = deps.clock.now();
  const versionId = (await findImport(deps.db.orm, stored.id))?.job.versionId;
  if (versionId !== undefined) {
    await failIndexing(deps, versionId, error);
    return;
  }
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
