/** Imports a local file and waits for the end. Used by the command line and the seed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ImportJob, LIMITS, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { type Operator, recordAuditEvent } from '../../audit/audit-events.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { type ImportOptions, insertImport } from './import-job.ts';
import { type RunOptions, runImport } from './run-import.ts';
import { findVersionOfSource } from './version-store.ts';

export const EPUB_TYPE = 'application/epub+zip';

export type ImportFileOptions = ImportOptions & Pick<RunOptions, 'onProgress' | 'onPeakMemory'> & { readonly signal?: AbortSignal };

/** Imports a file. Returns the ended import, also if it was refused or failed. Throws `import.refused` for a file that is too large. */
export const importFile = async (
  deps: ImportDependencies,
  filePath: string,
  options: ImportFileOptions = {},
  operator?: Operator,
): Promise<ImportJob> => {
  const { onProgress, onPeakMemory, signal, ...importOptions } = options;
  const { size } = await stat(filePath);
  if (size > LIMITS.epubBytes) throw new CodedError('import.refused', { reason: `文件超过 ${LIMITS.epubBytes / 1_048_576} MB` });
  const sha256 = await hashFile(filePath);
  const now = deps.clock.now();
  const id = newId(now);
  // The imported file is stored, so that the import can be repeated and a later release can convert the book again.
  await deps.objects.put(contentKey(sha256), createReadStream(filePath), { mediaType: EPUB_TYPE, bytes: size });
  const fileName = path.basename(filePath);
  await deps.db.transaction(async (tx) => {
    await insertImport(tx, {
      id,
      userId: undefined,
      fileName,
      fileBytes: size,
      sha256,
      options: importOptions,
      publishers: [],
      createdAt: now,
    });
    const auditEvent = { action: 'book.import', target: { kind: 'import', id, name: fileName }, after: { ...importOptions } } as const;
    if (operator !== undefined) await recordAuditEvent(tx, operator, auditEvent, now);
  });
  return runImport(deps, id, signal ?? new AbortController().signal, {
    sourcePath: filePath,
    ...(onProgress ? { onProgress } : {}),
    ...(onPeakMemory ? { onPeakMemory } : {}),
  });
};

/** Returns the book that was created from this file before, if any. */
export const findBookOfFile = async ({ db }: Pick<ImportDependencies, 'db'>, filePath: string): Promise<string | undefined> =>
  (await findVersionOfSource(db.orm, await hashFile(filePath), undefined, []))?.bookId;

const hashFile = async (filePath: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
};
