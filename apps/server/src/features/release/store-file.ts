/** Brings an installer into the object store, measured on the way: what is signed is what is stored, byte for byte. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { ReleaseError } from './release-error.ts';

export interface MeasuredFile {
  readonly bytes: number;
  /** Hex, both. */
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

/** Puts the file and answers the hash of what was put; undefined when the store had it and read nothing. */
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

/** Throws `ReleaseError` for an empty file and for one that changes meanwhile. */
export const storeFile = async (objects: ObjectStorage, file: string, mediaType: string): Promise<MeasuredFile> => {
  if (!(await stat(file)).isFile()) throw new ReleaseError(`这不是文件：${file}`);
  const measured = await measure(file);
  if (measured.bytes === 0) throw new ReleaseError(`文件是空的：${file}`);
  const changed = (cause?: unknown): ReleaseError => new ReleaseError(`文件在发布过程中被改动，没有发布：${file}`, { cause });
  const key = contentKey(measured.sha256);
  let stored: string | undefined;
  try {
    stored = await put(objects, key, file, measured.bytes, mediaType);
  } catch (error) {
    throw (await measure(file)).sha256 === measured.sha256 ? error : changed(error);
  }
  if (stored === undefined || stored === measured.sha256) return measured;
  // Other bytes must not stand under this name.
  await objects.delete(key);
  throw changed();
};
