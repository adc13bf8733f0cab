/** Stores that the caller has seen what changed in a book up to a version, so that it is no longer announced. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { listVersionNumbers } from '../../publication/versions/version-history.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { saveSeenVersion } from './seen-version.ts';

/** Throws `catalog.bookNotFound` if the book has no such version. */
export const markChangesSeen: UseCase<'markChangesSeen', Pick<ReadingDependencies, 'db'>> = async ({ db }, { reader }, { bookId, no }) => {
  const version = (await listVersionNumbers(db.orm, bookId)).find((each) => each.no === no);
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  await db.transaction((tx) => saveSeenVersion(tx, reader.userId, { id: version.id, bookId, no }));
  return {};
};
