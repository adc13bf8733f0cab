/** Stores an installer in the object store and measures it at the same time, so that the signed hash is that of the stored bytes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { UpdateFile } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { ReleaseError } from './release-error.ts';

export interface MeasuredFile {
  readonly bytes: number;
  /** The two hashes of the file, in hexadecimal. */
  readonly sha256: string;
  readonly sha512: string;
}

const chunksOf = (file: string): AsyncIterable<Buffer> => createReadStream(file) as AsyncIterable<Buffer>;

const measure = async (file: string): Promise<MeasuredFile> => {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    bytes += chunk.byteLength;
    sha256.update(chunk);
    sha512.update(chunk);
  }
  return { bytes, sha256: sha256.digest('hex'), sha512: sha512.digest('hex') };
};

/** Stores the file and returns the hash of the stored bytes; undefined if the store already had it and read nothing. */
const put = async (objects: ObjectStorage, key: string, file: string, bytes: number, mediaType: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  let isRead = false;
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunksOf(file)) {
      isRead = true;
      hash.update(chunk);
      yield chunk;
    }
  };
  const body = Readable.from(hashed(), { objectMode: false });
  try {
    await objects.put(key, body, { mediaType, bytes });
  } finally {
    body.destroy();
  }
  return isRead ? hash.digest('hex') : undefined;
};

/** Returns the size and the hashes of a file. Throws `ReleaseError` if it is empty or no file. */
export const measureFile = async (file: string): Promise<MeasuredFile> => {
  if (!(await stat(file)).isFile()) throw new ReleaseError(`这不是文件：${file}`);
  const measured = await measure(file);
  if (measured.bytes === 0) throw new ReleaseError(`文件是空的：${file}`);
  return measured;
};

/**
 * Stores the file and returns its size and hashes. Throws `ReleaseError` if it is not the file that was signed, and if it changes meanwhile.
 */
export const storeFile = async (
  objects: ObjectStorage,
  file: string,
  mediaType: string,
  { size, sha512 }: Pick<UpdateFile, 'size' | 'sha512'>,
): Promise<MeasuredFile> => {
  const measured = await measureFile(file);
  if (measured.bytes !== size || measured.sha512 !== sha512) throw new ReleaseError(`文件与签名时不同，没有发布：${path.basename(file)}`);
  const changed = (cause?: unknown): ReleaseError =>
    new ReleaseError(`文件在发布过程中被改动，没有发布：${path.basename(file)}`, { cause });
  const key = contentKey(measured.sha256);
  let stored: string | undefined;
  try {
    stored = await put(objects, key, file, measured.bytes, mediaType);
  } catch (error) {
    throw (await measure(file)).sha256 === measured.sha256 ? error : changed(error);
  }
  if (stored === undefined || stored === measured.sha256) return measured;
  // The file changed while it was stored. The object is deleted, because its bytes do not match the hash in its key.
  await objects.delete(key);
  throw changed();
};
