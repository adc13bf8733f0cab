/** Imports a file that lies on this machine and waits for the end: the command line's and the seed's way in. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ImportJob, LIMITS, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { type Operator, recordAct } from '../../../platform/audit.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { type ImportOptions, insertImport } from './import-job.ts';
import { type RunOptions, runImport } from './run-import.ts';
import { findVersionOfSource } from './version-store.ts';

export const EPUB_TYPE = 'application/epub+zip';

export type ImportFileOptions = ImportOptions & Pick<RunOptions, 'onProgress' | 'onPeakMemory'> & { readonly signal?: AbortSignal };

/** Answers the finished import, refused and failed ones included. Throws `import.refused` for a file too large to look at. */
export const importFile = async (
  deps: ImportDependencies,
  filePath: string,
  options: ImportFileOptions = {},
  operator?: Operator,
): Promise<ImportJob> => {
  const { onProgress, onPeakMemory, signal, ...wanted } = options;
  const { size } = await stat(filePath);
  if (size > LIMITS.epubBytes) throw new CodedError('import.refused', { reason: `文件超过 ${LIMITS.epubBytes / 1_048_576} MB` });
  const sha256 = await hashFile(filePath);
  const now = deps.clock.now();
  const id = newId(now);
  // The source is kept, so that the import can be run again and the book converted anew by a later release.
  await deps.objects.put(contentKey(sha256), createReadStream(filePath), { mediaType: EPUB_TYPE, bytes: size });
  const fileName = path.basename(filePath);
  await deps.db.transaction(async (tx) => {
    await insertImport(tx, { id, userId: undefined, fileName, fileBytes: size, sha256, options: wanted, publishers: [], createdAt: now });
    const act = { act: 'book.import', target: { kind: 'import', id, name: fileName }, after: { ...wanted } } as const;
    if (operator !== undefined) await recordAct(tx, operator, act, now);
  });
  return runImport(deps, id, signal ?? new AbortController().signal, {
    sourcePath: filePath,
    ...(onProgress ? { onProgress } : {}),
    ...(onPeakMemory ? { onPeakMemory } : {}),
  });
};

/** The book that was made of this file before, if any. */
export const findBookOfFile = async ({ db }: Pick<ImportDependencies, 'db'>, filePath: string): Promise<string | undefined> =>
  (await findVersionOfSource(db.orm, await hashFile(filePath), undefined, []))?.bookId;

const hashFile = async (filePath: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
};
