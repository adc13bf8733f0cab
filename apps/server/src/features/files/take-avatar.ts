/** A person's picture among their files. */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { findOwnFile, removeOtherAvatars } from './store.ts';
import { publicUrlOf } from './user-file.ts';

/**
 * The address of the picture a person takes as their own; `null` takes none. Pictures taken or uploaded before are removed. Throws
 * `file.notFound` for what is not a picture of theirs made for that.
 */
export const takeAvatar = async (tx: Transaction, ownerId: string, fileId: string | null, now: number): Promise<string> => {
  const picture = fileId === null ? undefined : await findOwnFile(tx, ownerId, fileId, now);
  const url = picture?.kind === 'avatar' ? publicUrlOf(picture) : null;
  if (fileId !== null && url === null) throw new CodedError('file.notFound');
  await removeOtherAvatars(tx, ownerId, fileId, now);
  return url ?? '';
};
