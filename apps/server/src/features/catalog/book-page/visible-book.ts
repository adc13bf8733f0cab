/** Finds a book whose page a user may see, with its released version and the user's right. */
import { type AccessRight, CodedError } from '@shufang/contract';
import { findReleasedVersion, type PublicationVersion } from '../../publication/versions/read-version.ts';
import type { Book } from '../book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBook } from '../find-books.ts';
import type { Caller } from '../personal-fields.ts';

export interface VisibleBook {
  readonly book: Book;
  readonly version: PublicationVersion;
  readonly right: AccessRight;
}

/**
 * Returns a book whose page this user may see. Throws `catalog.bookNotFound` for drafts (except to operators and authors) and unknown
 * ids.
 */
export const findVisibleBook = async (
  { db, personal }: Pick<CatalogDependencies, 'db' | 'personal'>,
  caller: Caller,
  bookId: string,
): Promise<VisibleBook> => {
  const book = await findBook(db.orm, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db.orm, book.currentVersionId);
  if (book === undefined || version === undefined) throw new CodedError('catalog.bookNotFound');
  const right = await personal.rightOf(caller, book);
  if (book.shelfState === 'draft' && right.kind === 'none') throw new CodedError('catalog.bookNotFound');
  return { book, version, right };
};
