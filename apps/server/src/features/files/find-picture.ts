/** Finds pictures that other slices publish, e.g. of a collection. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findOwnFile } from './store.ts';

/** Returns a picture that the user uploaded. Its bytes stay stored as long as a row of any slice refers to them. Throws `file.notFound`. */
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
