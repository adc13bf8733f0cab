/** Checks that a folder belongs to a bank. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listFolders } from './bank-store.ts';

/** Returns the id of a folder of the bank, null for none. Throws `question.folderNotFound`. */
export const requireFolder = async (db: Queryable, bankId: string, folderId: string | undefined): Promise<string | null> => {
  if (folderId === undefined) return null;
  if (!(await listFolders(db, bankId)).some(({ id }) => id === folderId)) throw new CodedError('question.folderNotFound');
  return folderId;
};
