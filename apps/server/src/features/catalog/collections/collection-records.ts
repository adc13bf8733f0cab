/** Converts stored collections to the objects of the API for editors. */
import type { CollectionRecord } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { filterBooksInScope } from '../../publication/versions/publisher-scope.ts';
import { booksOfEntries, imageUrl } from './collection-cards.ts';
import { type Collection, listCollectionEntries } from './collection-store.ts';

/** Returns the collections with their books; books outside the access scope are left out. */
export const toCollectionRecords = async (
  db: Queryable,
  collections: readonly Collection[],
  accessScope: AccessScope | undefined,
): Promise<CollectionRecord[]> => {
  const entries = await listCollectionEntries(
    db,
    collections.map((one) => one.id),
  );
  const books = await booksOfEntries(db, entries);
  const inScope = await filterBooksInScope(db, [...books.keys()], accessScope);
  return collections.map(({ picture, publisher: _publisher, ...one }) => ({
    ...one,
    ...imageUrl(picture),
    items: entries.flatMap(({ collectionId, bookId, note }) => {
      const book = collectionId === one.id && inScope.has(bookId) ? books.get(bookId) : undefined;
      return book === undefined ? [] : [{ bookId, title: book.title, shelfState: book.shelfState, note }];
    }),
  }));
};
