/**
 * Saves a converted file as a version of a book: the contents go to the object store, everything else but the search index
 * (`index-version.ts`) is written in one transaction that commits after the contents are stored.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ImportFinding, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { ObjectStorage, ObjectToPut } from '../../../gateways/object-storage/object-storage.ts';
import type { Transaction } from '../../../platform/database.ts';
import { notifyUsers } from '../../notification/notifications.ts';
import type { ConversionResult } from '../conversion/conversion-model.ts';
import type { SegmentOfVersion } from '../versions/index-formulas.ts';
import { reindexBook } from '../versions/reindex-book.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { finishImport, type ImportOptions, storeImportedVersion } from './import-job.ts';
import { readSlice } from './read-slice.ts';
import { deleteBlocks } from './version-rows.ts';
import {
  applyOptions,
  carryOverTrial,
  type ExistingVersion,
  findVersionOfSource,
  insertBook,
  insertVersion,
  lockBook,
  lockSource,
  updateBookFrom,
} from './version-store.ts';

/** Thrown when the book got another version while this file was converted; its block ids must then be assigned again. */
export class BookChangedError extends Error {
  override readonly name = 'BookChangedError';
}

/** Thrown when the import was canceled, or another process ended it, before its version could be saved. */
export class ImportEndedError extends Error {
  override readonly name = 'ImportEndedError';
}

/** Maximum size of the contents stored in one batch, which are held in memory. */
const BATCH_BYTES = 16 * 1_048_576;

/** Stores the converted contents. Harmless if the transaction fails: nothing refers to them. */
export const storeObjects = async (objects: ObjectStorage, folder: string, result: Pick<ConversionResult, 'objects'>): Promise<void> => {
  let batch: ObjectToPut[] = [];
  let batchBytes = 0;
  for (const { file, sha256, offset, bytes, mediaType } of result.objects) {
    const key = contentKey(sha256);
    const filePath = path.join(folder, file);
    if (bytes > BATCH_BYTES) {
      await objects.put(key, createReadStream(filePath, { start: offset, end: offset + bytes - 1 }), { bytes, mediaType });
      continue;
    }
    batch.push({ key, body: await readSlice(filePath, offset, bytes), bytes, mediaType });
    batchBytes += bytes;
    if (batchBytes > BATCH_BYTES) {
      await objects.putMany(batch);
      batch = [];
      batchBytes = 0;
    }
  }
  await objects.putMany(batch);
};

/** Returns the served segments, in reading order. */
export async function* segmentsOf(folder: string, { objects, resources }: ConversionResult): AsyncGenerator<SegmentOfVersion> {
  const objectBySha256 = new Map(objects.map((object) => [object.sha256, object]));
  for (const { href, sha256, part, encoding, mediaType, usedBy } of resources) {
    const object = mediaType === 'application/xhtml+xml' ? objectBySha256.get(sha256) : undefined;
    const [documentIndex] = usedBy;
    if (object === undefined || documentIndex === undefined) continue;
    const stored = await readSlice(path.join(folder, object.file), object.offset + (part?.start ?? 0), part?.bytes ?? object.bytes);
    yield { documentIndex, href, xhtml: (encoding === 'gzip' ? gunzipSync(stored) : stored).toString('utf8') };
  }
}

export interface VersionToSave {
  readonly importId: string;
  /** The id of the new version; its blocks were inserted with it. */
  readonly versionId: string;
  readonly sha256: string;
  readonly fileName: string;
  readonly options: ImportOptions;
  /** Names of the publishers of which one must be the book's; empty: any publisher. */
  readonly publishers: readonly string[];
  /** The number of the first block that is new in this conversion. */
  readonly nextBlockNumber: number;
  readonly startedAt: number;
}

/** Returns a finding for the editor if the new version has another number of trial chapters than the previous one. */
const findingsOfTrial = (trial: Awaited<ReturnType<typeof carryOverTrial>>): ImportFinding[] => {
  if (trial === undefined || trial.before === trial.after) return [];
  const { before, after } = trial;
  const message =
    after === 0
      ? `选作试读的 ${before} 章在新版本里都找不到了，现在没有试读，请重新选择`
      : `选作试读的章节由 ${before} 章变成 ${after} 章，请核对`;
  return [{ severity: 'notice', code: 'import.trialChanged', message, count: 1 }];
};

/**
 * Writes the version, without its search index, in the transaction in which its blocks were inserted. `contents` may still be uploading: the
 * transaction commits after them, or not at all if they fail. Returns undefined if the same file was imported meanwhile, which ends the
 * import. Throws `BookChangedError`, `ImportEndedError`.
 */
export const saveVersion = async (
  deps: ImportDependencies,
  tx: Transaction,
  job: VersionToSave,
  result: ConversionResult,
  contents: Promise<void>,
): Promise<ExistingVersion | undefined> => {
  await lockSource(tx, job.sha256);
  const existing = await findVersionOfSource(tx, job.sha256, job.options.bookId, job.publishers);
  if (existing) {
    await deleteBlocks(tx, job.versionId);
    await finishAsExisting(deps, tx, job, existing);
    return undefined;
  }
  const now = deps.clock.now();
  const bookId = job.options.bookId ?? newId(now);
  if (job.options.bookId === undefined) await insertBook(tx, bookId, now);
  if ((await lockBook(tx, bookId)) !== job.nextBlockNumber)
    throw new BookChangedError(`the blocks of book ${bookId} changed during the import`);
  const version = { id: job.versionId, bookId, sourceSha256: job.sha256, sourceFileName: job.fileName, now };
  await insertVersion(tx, version, result);
  const trial = await carryOverTrial(tx, { id: bookId, versionId: version.id }, result.manifest);
  const name = await updateBookFrom(tx, { id: bookId, versionId: version.id, publishers: job.publishers, now }, result);
  await applyOptions(tx, bookId, job.options, now);
  // The book is indexed after the operator's options were applied, because they take precedence over the metadata of the file.
  await reindexBook(tx, bookId);
  if (job.options.bookId !== undefined && deps.ownersOf !== undefined) {
    await notifyUsers(tx, await deps.ownersOf(tx, bookId), { kind: 'bookUpdated', subject: { id: bookId, name } }, now);
  }
  await contents;
  const readableMs = Math.max(0, deps.clock.now() - job.startedAt);
  const isStored = await storeImportedVersion(tx, job.importId, {
    findings: [...findingsOfTrial(trial), ...result.findings],
    bookId,
    versionId: version.id,
    statistics: { ...result.statistics, ms: readableMs, readableMs },
  });
  if (!isStored) throw new ImportEndedError(`import ${job.importId} ended meanwhile`);
  return { bookId, versionId: version.id };
};

/** The same file was imported before: returns that version and applies the options to the book. */
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
  if (!finished) throw new ImportEndedError(`import ${job.importId} ended meanwhile`);
};
