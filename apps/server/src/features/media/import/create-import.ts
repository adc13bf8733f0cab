/** Takes an uploaded file: hashed while it arrives, looked at by its first bytes, kept in the object store, queued for import. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CodedError, type ImportJob, LIMITS, newId } from '@shufang/contract';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { type DeskOperator, recordAct } from '../../../platform/audit.ts';
import type { Bounds } from '../../../platform/http/call-reach.ts';
import { recogniseFile } from '../archive/file-kind.ts';
import { booksWithin, requirePublisherWithin } from '../publication/books-within.ts';
import { IMPORT_JOB, type ImportDependencies } from './import-dependencies.ts';
import { EPUB_TYPE } from './import-file.ts';
import { type ImportOptions, insertImport } from './import-job.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const HEAD_BYTES = 1_024;
const FILE_NAME_CHARS_MAX = 200;

/** A file that has arrived whole. */
export interface Upload {
  readonly fileName: string;
  readonly filePath: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a stream to a file of ours and hands it to `use`; the file is gone afterwards. The sender's file name is only ever shown, never a path. */
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

/** Throws `import.refused` for what is plainly no EPUB, `catalog.bookNotFound` for a book and `request.invalid` for a publisher out of bounds; everything else is found by the import itself. */
export const createImport = async (
  deps: ImportDependencies,
  operator: DeskOperator,
  upload: Upload,
  options: ImportOptions,
  bounds: Bounds | undefined,
): Promise<ImportJob> => {
  if (options.bookId !== undefined && (await booksWithin(deps.db.orm, [options.bookId], bounds)).size === 0)
    throw new CodedError('catalog.bookNotFound');
  if (options.publisher !== undefined) requirePublisherWithin(options.publisher, bounds);
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
      publishers: bounds?.publishers ?? [],
      createdAt: now,
    });
    await deps.jobs.send(IMPORT_JOB, { id: stored.id }, { tx, singletonKey: stored.id });
    const target = { kind: 'import', id: stored.id, name: upload.fileName } as const;
    await recordAct(tx, operator, { act: 'book.import', target, after: { ...options } }, now);
    return stored.job;
  });
};

const refuseOtherKinds = async (filePath: string): Promise<void> => {
  const file = await open(filePath, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const kind = recogniseFile(head.subarray(0, bytesRead));
    if (kind.kind === 'empty') throw new CodedError('import.refused', { reason: '文件是空的，没有任何内容' });
    if (kind.kind === 'other') throw new CodedError('import.refused', { reason: `这不是 EPUB 电子书，而是${kind.name}` });
  } finally {
    await file.close();
  }
};
