/** Stores a received file in the object store and in the user's files. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CodedError, LIMITS, newId } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { insertFile, lockFilesOf, noteUnclaimedObject, sumFiles } from './store.ts';
import type { FileKind, StoredFile } from './user-file.ts';

export interface FileToKeep {
  readonly ownerId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly mediaType: string;
  readonly filePath: string;
  readonly expiresAt?: number;
  /** Size of a picture. */
  readonly pixels?: StoredFile['pixels'];
}

type Parts = Pick<FileDependencies, 'db' | 'objects' | 'clock'>;

const measure = async (filePath: string): Promise<{ sizeBytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath) as AsyncIterable<Buffer>) hash.update(chunk);
  return { sizeBytes: (await stat(filePath)).size, sha256: hash.digest('hex') };
};

const requireRoom = async (db: Queryable, ownerId: string, sizeBytes: number): Promise<void> => {
  const { bytes, count } = await sumFiles(db, ownerId);
  if (bytes + sizeBytes > LIMITS.userFilesBytes || count >= LIMITS.userFilesMax) throw new CodedError('file.quotaFull');
};

/**
 * Stores a file. Throws `file.quotaFull`; exports and invoices do not count towards the quota. `alongside` runs in the transaction that
 * inserts the row, and may throw to undo it. If no row is inserted, the sweep (`sweep-objects.ts`) deletes the stored object.
 */
export const storeFile = async (
  { db, objects, clock }: Parts,
  file: FileToKeep,
  alongside?: (tx: Transaction, stored: StoredFile) => Promise<void>,
): Promise<StoredFile> => {
  const { ownerId, kind, name, mediaType, filePath } = file;
  const measured = await measure(filePath);
  const isCounted = kind !== 'export' && kind !== 'invoice';
  if (isCounted) await requireRoom(db.orm, ownerId, measured.sizeBytes);
  const now = clock.now();
  await noteUnclaimedObject(db.orm, measured.sha256, now);
  const body = createReadStream(filePath);
  try {
    await objects.put(contentKey(measured.sha256), body, { mediaType, bytes: measured.sizeBytes });
  } finally {
    // The stream of the file is closed, because its content was not read if the object is stored already.
    body.destroy();
  }
  const stored: StoredFile = {
    id: newId(now),
    ownerId,
    kind,
    name,
    mediaType,
    ...measured,
    visibility: kind === 'avatar' ? 'public' : 'private',
    createdAt: now,
    expiresAt: file.expiresAt,
    pixels: file.pixels,
  };
  await db.transaction(async (tx) => {
    await lockFilesOf(tx, ownerId);
    if (isCounted) await requireRoom(tx, ownerId, measured.sizeBytes);
    await insertFile(tx, stored);
    await alongside?.(tx, stored);
  });
  return stored;
};
