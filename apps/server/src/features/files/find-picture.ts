/** Pictures for other slices to show to everybody, e.g. a collection's. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findOwnFile } from './store.ts';

/** A picture this person uploaded. The bytes stay for as long as any row names them. Throws `file.notFound`. */
export const findOwnPicture = async (
  db: Queryable,
  ownerId: string,
  fileId: string,
  now: number,
): Promise<{ sha256: string; mediaType: string }> => {
  const file = await findOwnFile(db, ownerId, fileId, now);
  if (file?.kind !== 'picture') throw new CodedError('file.notFound');
  return { sha256: file.sha256, mediaType: file.mediaType };
};
