/** Returns user files to other slices, such as the documents that support an application. */
import type { ProofFile } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { findOwnFile, listUploadedFiles, removeOwnFile } from './store.ts';
import type { StoredFile } from './user-file.ts';

/** Returns the user's documents and pictures with these ids, in the given order; other files are omitted. */
export const findOwnFiles = async (db: Queryable, ownerId: string, fileIds: readonly string[], now: number): Promise<StoredFile[]> => {
  const found: StoredFile[] = [];
  for (const id of fileIds) {
    const file = await findOwnFile(db, ownerId, id, now);
    if (file?.kind === 'document' || file?.kind === 'picture') found.push(file);
  }
  return found;
};

/** Returns the documents and pictures with these ids that have not expired, of any user; the caller checks the owner. */
export const findUploadedFiles = (db: Queryable, fileIds: readonly string[], now: number): Promise<StoredFile[]> =>
  listUploadedFiles(db, fileIds, now);

export const viewProof = ({ id, name, mediaType, sizeBytes }: StoredFile): ProofFile => ({ id, name, mediaType, sizeBytes });

export const removeOwnFiles = async (tx: Transaction, ownerId: string, fileIds: readonly string[], now: number): Promise<void> => {
  for (const id of fileIds) await removeOwnFile(tx, ownerId, id, now);
};
