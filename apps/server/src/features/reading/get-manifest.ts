/** Returns the whole reading order and the table of contents of a version. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

/**
 * Returns the manifest of a version that is or was released, because a book that is open in a browser may have got a new version. Throws
 * `catalog.bookNotFound`, also for a draft which the caller may not read.
 */
export const getManifest: UseCase<'getManifest', ReadingDependencies> = async ({ db, rights }, caller, { bookId, versionId }) => {
  const book = await findBook(db.orm, bookId);
  const version = book && (await findReleasedVersion(db.orm, versionId));
  if (book === undefined || version?.bookId !== bookId) throw new CodedError('catalog.bookNotFound');
  if (book.shelfState === 'draft' && (await rights.one(caller, book)).kind === 'none') throw new CodedError('catalog.bookNotFound');
  const { readingOrder, toc, pageList, landmarks } = version.manifest;
  return { readingOrder, toc, pageList, landmarks };
};
