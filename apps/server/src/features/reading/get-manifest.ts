/** Returns the whole reading order and the table of contents of a version. */
import { CodedError } from '@shufang/contract';
import type { EncodedUseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedContents } from '../publication/versions/read-version.ts';
import { countRequest } from './count-manifest.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

/**
 * Returns the JSON of the manifest of a version that is or was released, because a book that is open in a browser may have got a new
 * version. Throws `catalog.bookNotFound`, `entitlement.notEntitled` like `openBook`, `request.tooMany`.
 */
export const getManifest: EncodedUseCase<'getManifest', ReadingDependencies> = async (dependencies, caller, { bookId, versionId }) => {
  const { db, rights } = dependencies;
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if ((await rights.one(caller, book)).kind === 'none')
    throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  await countRequest(dependencies, caller, 'manifest');
  const contents = await findReleasedContents(db.orm, bookId, versionId);
  if (contents === undefined) throw new CodedError('catalog.bookNotFound');
  return [Buffer.from(contents)];
};
