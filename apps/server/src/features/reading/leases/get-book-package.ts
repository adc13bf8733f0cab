/** Returns size and hash of every file of a version. */
import { CodedError, mayReadAll } from '@shufang/contract';
import type { EncodedUseCase } from '../../../platform/http/register.ts';
import { findBook } from '../../catalog/find-books.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import { findPackage, hashContents } from '../../publication/versions/version-package.ts';
import { countRequest } from '../count-manifest.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';

/**
 * Returns the list as JSON. The first request for a version hashes its files. Throws `catalog.bookNotFound`, `entitlement.notEntitled`,
 * `request.tooMany`.
 */
export const getBookPackage: EncodedUseCase<'getBookPackage', ReadingDependencies> = async (
  dependencies,
  caller,
  { bookId, versionId },
) => {
  const { db, rights, objects } = dependencies;
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if (!mayReadAll(await rights.one(caller, book)))
    throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  await countRequest(dependencies, caller, 'manifest');
  if ((await findReleasedVersion(db.orm, versionId))?.bookId !== bookId) throw new CodedError('catalog.bookNotFound');
  await hashContents({ db: db.orm, objects }, versionId);
  const found = await findPackage(db.orm, bookId, versionId);
  if (found === undefined) throw new CodedError('catalog.bookNotFound');
  return [Buffer.from(found)];
};
