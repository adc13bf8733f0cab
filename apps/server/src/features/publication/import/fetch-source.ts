/** Fetches the imported file from the object store. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';

/** Writes the file with this sha256 into `folder`. Returns its path. */
export const fetchSource = async (objects: Pick<ObjectStorage, 'get'>, sha256: string, folder: string): Promise<string> => {
  const file = path.join(folder, 'source');
  const { stream } = await objects.get(contentKey(sha256));
  await pipeline(stream, createWriteStream(file, { flags: 'wx' }));
  return file;
};
