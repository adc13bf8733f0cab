/** People's own files for other slices to show to whom they concern, such as the proofs of an application. */
import type { ProofFile } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { findOwnFile, removeOwnFile } from './store.ts';
import type { StoredFile } from './user-file.ts';

/** Documents and pictures of this person with these ids, in their order; others are left out. */
export const findOwnFiles = async (db: Queryable, ownerId: string, fileIds: readonly string[], now: number): Promise<StoredFile[]> => {
  const found: StoredFile[] = [];
  for (const id of fileIds) {
    const file = await findOwnFile(db, ownerId, id, now);
    if (file?.kind === 'document' || file?.kind === 'picture') found.push(file);
  }
  return found;
};

export const viewProof = ({ id, name, mediaType, sizeBytes }: StoredFile): ProofFile => ({ id, name, mediaType, sizeBytes });

export const removeOwnFiles = async (tx: Transaction, ownerId: string, fileIds: readonly string[], now: number): Promise<void> => {
  for (const id of fileIds) await removeOwnFile(tx, ownerId, id, now);
};
