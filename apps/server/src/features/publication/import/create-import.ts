/** Accepts an uploaded file: hashes it while it arrives, checks its first bytes, stores it in the object store and queues the import. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError, type ImportJob, LIMITS, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type AdminOperator, recordAuditEvent } from '../../audit/audit-events.ts';
import { recognizeFile, refusalOfKind } from '../archive/file-kind.ts';
import { filterBooksInScope, requirePublisherInScope } from '../versions/publisher-scope.ts';
import { IMPORT_JOB, type ImportDependencies } from './import-dependencies.ts';
import { EPUB_TYPE } from './import-file.ts';
import { type ImportOptions, insertImport } from './import-job.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const HEAD_BYTES = 1_024;
const FILE_NAME_CHARS_MAX = 200;

/** An upload that was received completely. */
export interface Upload {
  readonly fileName: string;
  readonly filePath: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes a stream to a temporary file and passes it to `use`; the file is deleted afterwards. The sender's file name is only displayed,
 * never used as a path.
 */
export const receiveUpload = <T>(
  deps: Pick<ImportDependencies, 'temporaryFolder'>,
  stream: Readable,
  fileName: string,
  use: (upload: Upload) => Promise<T>,
): Promise<T> =>
  withTemporaryFolder(deps.temporaryFolder, 'upload', async (folder) => {
    const filePath = path.join(folder, 'source');
    const hash = createHash('sha256');
    const counter = countingHash(hash);
    await pipeline(stream, counter.stream, createWriteStream(filePath, { flags: 'wx' }));
    return use({ fileName: shownName(fileName), filePath, bytes: counter.bytes(), sha256: hash.digest('hex') });
  });

const countingHash = (hash: Hash): { stream: Transform; bytes: () => number } => {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > LIMITS.epubBytes) {
        done(new CodedError('import.refused', { reason: `文件超过 ${LIMITS.epubBytes / 1_048_576} MB` }));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
};

const shownName = (fileName: string): string =>
  fileName
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed()
    .slice(-FILE_NAME_CHARS_MAX) || '未命名.epub';

/**
 * Accepts an uploaded file. Throws `import.refused` for a file that is clearly no EPUB, `catalog.bookNotFound` for a book and
 * `request.invalid` for a publisher outside the access scope. All other errors in the file are found by the import itself.
 */
export const createImport = async (
  deps: ImportDependencies,
  operator: AdminOperator,
  upload: Upload,
  options: ImportOptions,
  accessScope: AccessScope | undefined,
): Promise<ImportJob> => {
  if (options.bookId !== undefined && (await filterBooksInScope(deps.db.orm, [options.bookId], accessScope)).size === 0)
    throw new CodedError('catalog.bookNotFound');
  if (options.publisher !== undefined) requirePublisherInScope(options.publisher, accessScope);
  await refuseOtherKinds(upload.filePath);
  await deps.objects.put(contentKey(upload.sha256), createReadStream(upload.filePath), { mediaType: EPUB_TYPE, bytes: upload.bytes });
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const stored = await insertImport(tx, {
      id: newId(now),
      userId: operator.userId,
      fileName: upload.fileName,
      fileBytes: upload.bytes,
      sha256: upload.sha256,
      options,
      publishers: accessScope?.publishers ?? [],
      createdAt: now,
    });
    await deps.jobs.send(IMPORT_JOB, { id: stored.id }, { tx, singletonKey: stored.id });
    const target = { kind: 'import', id: stored.id, name: upload.fileName } as const;
    await recordAuditEvent(tx, operator, { action: 'book.import', target, after: { ...options } }, now);
    return stored.job;
  });
};

const refuseOtherKinds = async (filePath: string): Promise<void> => {
  const file = await open(filePath, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const kind = recognizeFile(head.subarray(0, bytesRead));
    if (kind.kind === 'empty') throw new CodedError('import.refused', { reason: '文件是空的，没有任何内容' });
    if (kind.kind === 'other') throw new CodedError('import.refused', { reason: refusalOfKind(kind.name) });
  } finally {
    await file.close();
  }
};
