/** Makes a converted file a version of a book: contents to the object store, everything else in one transaction that ends after them. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type ImportFinding, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { ObjectStorage, ObjectToPut } from '../../../gateways/object-storage/object-storage.ts';
import type { Transaction } from '../../../platform/database.ts';
import { tellPeople } from '../../../platform/notices.ts';
import { type ConversionResult, PACK_FILE } from '../conversion/conversion-model.ts';
import { indexFormulas, type SegmentOfVersion } from '../publication/index-formulas.ts';
import { indexResources } from '../publication/index-resources.ts';
import { reindexBook } from '../publication/reindex-book.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { finishImport, type ImportOptions } from './import-job.ts';
import { readSlice } from './read-slice.ts';
import { insertStaged } from './staged-rows.ts';
import {
  applyOptions,
  type ExistingVersion,
  findVersionOfSource,
  insertBook,
  insertVersion,
  keepChosenTrial,
  lockBook,
  lockSource,
  updateBookFrom,
} from './version-store.ts';

/** The book got another version while this file was converted: its block ids must be given again. */
export class BookChangedError extends Error {
  override readonly name = 'BookChangedError';
}

/** The import was cancelled, or ended by another process, before it could be saved. */
export class ImportGoneError extends Error {
  override readonly name = 'ImportGoneError';
}

/** Contents put together at one time are held in memory. */
const BATCH_BYTES = 16 * 1_048_576;

/** Puts the converted contents; harmless when the transaction never comes, for nothing points at them. */
export const storeObjects = async (objects: ObjectStorage, folder: string, result: Pick<ConversionResult, 'objects'>): Promise<void> => {
  const packPath = path.join(folder, PACK_FILE);
  const pack = await open(packPath, 'r');
  try {
    let batch: ObjectToPut[] = [];
    let batchBytes = 0;
    for (const object of result.objects) {
      const key = contentKey(object.sha256);
      const { bytes, mediaType } = object;
      if (bytes > BATCH_BYTES) {
        await objects.put(key, createReadStream(packPath, { start: object.offset, end: object.offset + bytes - 1 }), { bytes, mediaType });
        continue;
      }
      batch.push({ key, body: await readSlice(pack, object.offset, bytes), bytes, mediaType });
      batchBytes += bytes;
      if (batchBytes > BATCH_BYTES) {
        await objects.putMany(batch);
        batch = [];
        batchBytes = 0;
      }
    }
    await objects.putMany(batch);
  } finally {
    await pack.close();
  }
};

/** The segments as they will be served, in reading order. */
async function* segmentsOf(folder: string, { objects, resources }: ConversionResult): AsyncGenerator<SegmentOfVersion> {
  const placeOf = new Map(objects.map((object) => [object.sha256, object]));
  const pack = await open(path.join(folder, PACK_FILE), 'r');
  try {
    for (const { href, sha256, mediaType, usedBy } of resources) {
      const place = mediaType === 'application/xhtml+xml' ? placeOf.get(sha256) : undefined;
      const [documentIndex] = usedBy;
      if (place === undefined || documentIndex === undefined) continue;
      yield { documentIndex, href, xhtml: (await readSlice(pack, place.offset, place.bytes)).toString('utf8') };
    }
  } finally {
    await pack.close();
  }
}

export interface VersionToSave {
  readonly importId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly options: ImportOptions;
  /** The publishers the book must be one of; empty: whichever the file names. */
  readonly publishers: readonly string[];
  /** Number the conversion began to count new blocks from. */
  readonly nextBlockNumber: number;
  readonly folder: string;
  readonly startedAt: number;
}

/** An editor hears that what they opened to everybody is not what it was. */
const findingsOfTrial = (trial: Awaited<ReturnType<typeof keepChosenTrial>>): ImportFinding[] => {
  if (trial === undefined || trial.before === trial.after) return [];
  const { before, after } = trial;
  const message =
    after === 0
      ? `选作试读的 ${before} 章在新版本里都找不到了，现在没有试读，请重新选择`
      : `选作试读的章节由 ${before} 章变成 ${after} 章，请核对`;
  return [{ severity: 'notice', code: 'import.trialChanged', message, count: 1 }];
};

/**
 * The end of the transaction that rows were staged in, the end of the import included. `contents` may still be on their way to the store: it ends
 * after them, and not at all when they fail. Throws `BookChangedError`, `ImportGoneError`.
 */
export const saveVersion = async (
  deps: ImportDependencies,
  tx: Transaction,
  job: VersionToSave,
  result: ConversionResult,
  contents: Promise<void>,
): Promise<ExistingVersion> => {
  await lockSource(tx, job.sha256);
  const existing = await findVersionOfSource(tx, job.sha256, job.options.bookId, job.publishers);
  if (existing) {
    await finishAsExisting(deps, tx, job, existing);
    return existing;
  }
  const now = deps.clock.now();
  const bookId = job.options.bookId ?? newId(now);
  if (job.options.bookId === undefined) await insertBook(tx, bookId, now);
  if ((await lockBook(tx, bookId)) !== job.nextBlockNumber) throw new BookChangedError(`book ${bookId} has got other blocks`);
  const version = { id: newId(now), bookId, sourceSha256: job.sha256, sourceFileName: job.fileName, now };
  await insertVersion(tx, version, result);
  await insertStaged(tx, version);
  if (result.counts.formulas > 0) await indexFormulas(tx, { id: version.id, manifest: result.manifest }, segmentsOf(job.folder, result));
  await indexResources(tx, { id: version.id, manifest: result.manifest });
  const trial = await keepChosenTrial(tx, { id: bookId, versionId: version.id }, result.manifest);
  const name = await updateBookFrom(tx, { id: bookId, versionId: version.id, publishers: job.publishers, now }, result);
  await applyOptions(tx, bookId, job.options, now);
  // After what the file says was written: an editor's words count more.
  await reindexBook(tx, bookId);
  if (job.options.bookId !== undefined && deps.ownersOf !== undefined) {
    await tellPeople(tx, await deps.ownersOf(tx, bookId), { kind: 'bookUpdated', subject: { id: bookId, name } }, now);
  }
  await contents;
  const finished = await finishImport(tx, job.importId, {
    stage: 'done',
    detail: '导入完成',
    findings: [...findingsOfTrial(trial), ...result.findings],
    finishedAt: deps.clock.now(),
    bookId,
    versionId: version.id,
    statistics: { ...result.statistics, ms: Math.max(0, deps.clock.now() - job.startedAt) },
  });
  if (!finished) throw new ImportGoneError(`import ${job.importId} ended meanwhile`);
  return { bookId, versionId: version.id };
};

/** The same file was imported before: that version is the answer; what is wanted of the book still applies. */
export const finishAsExisting = async (
  deps: Pick<ImportDependencies, 'clock'>,
  tx: Transaction,
  job: Pick<VersionToSave, 'importId' | 'options'>,
  existing: ExistingVersion,
): Promise<void> => {
  const now = deps.clock.now();
  await applyOptions(tx, existing.bookId, job.options, now);
  await reindexBook(tx, existing.bookId);
  const finished = await finishImport(tx, job.importId, {
    stage: 'done',
    detail: '这个文件以前导入过，已直接使用',
    findings: [],
    finishedAt: now,
    ...existing,
    existing: true,
  });
  if (!finished) throw new ImportGoneError(`import ${job.importId} ended meanwhile`);
};
