/** Chooses the avatar among a user's files. */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { findOwnFile, removeOtherAvatars } from './store.ts';
import { publicUrlOf } from './user-file.ts';

/**
 * Returns the URL of the picture that a user chooses as avatar; an empty text for `null`. Other avatars of the user are deleted. Throws
 * `file.notFound` for a file that is not an avatar of this user.
 */
export const takeAvatar = async (tx: Transaction, ownerId: string, fileId: string | null, now: number): Promise<string> => {
  const picture = fileId === null ? undefined : await findOwnFile(tx, ownerId, fileId, now);
  const url = picture?.kind === 'avatar' ? publicUrlOf(picture) : null;
  if (fileId !== null && url === null) throw new CodedError('file.notFound');
  await removeOtherAvatars(tx, ownerId, fileId, now);
  return url ?? '';
};
