/** Looks up in the catalog what synchronized records refer to: books, collections and documents. */
import type { Database, Queryable } from '../../platform/database.ts';
import { charsOfVersion, isInBook, type VersionOfBook } from '../publication/versions/read-version.ts';
import { collectionExists } from './collections/find-collections.ts';
import { findBook } from './find-books.ts';

export interface ContentLookups {
  readonly bookExists: (bookId: string) => Promise<boolean>;
  readonly collectionExists: (id: string) => Promise<boolean>;
  /** Returns whether the version belongs to the book and has the document, if one is given, in its reading order. */
  readonly isInBook: (db: Queryable, version: VersionOfBook) => Promise<boolean>;
  /** Returns the version of the book that readers see now; undefined for an unknown book. */
  readonly findReadVersion: (db: Queryable, bookId: string) => Promise<string | undefined>;
  /** Returns the number of characters of a released version; 0 if there is none. */
  readonly charsOf: (versionId: string) => Promise<number>;
}

export const createContentLookups = ({ orm }: Pick<Database, 'orm'>): ContentLookups => ({
  bookExists: async (bookId) => (await findBook(orm, bookId)) !== undefined,
  collectionExists: (id) => collectionExists(orm, id),
  isInBook,
  findReadVersion: async (db, bookId) => (await findBook(db, bookId))?.currentVersionId,
  charsOf: (versionId) => charsOfVersion(orm, versionId),
});
