/** Returns a collection with all its books. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { booksOfEntries, cardsOfCollections, isListed, toCollectionCard } from './collection-cards.ts';
import { findCollectionById, listCollectionEntries, listRelatedCollections } from './collection-store.ts';

const RELATED = 4;

/**
 * Returns the collection. Draft books are left out; unpublished books are listed with their shelf state. Throws
 * `catalog.collectionNotFound`, also for a hidden collection.
 */
export const getCollection: UseCase<'getCollection', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  { db, personal },
  caller,
  { id },
) => {
  const found = await findCollectionById(db.orm, id);
  if (found === undefined || !found.visible) throw new CodedError('catalog.collectionNotFound');
  const entries = await listCollectionEntries(db.orm, [id]);
  const books = await booksOfEntries(db.orm, entries);
  const shown = [...books.values()].filter((book) => book.shelfState !== 'draft');
  const [fields, rights, related] = await Promise.all([
    personalFieldsFor(personal, caller, shown),
    personal.rightsOf(caller, shown),
    listRelatedCollections(db.orm, found, RELATED),
  ]);
  const items = entries.flatMap(({ bookId, note }) => {
    const book = books.get(bookId);
    const right = rights.get(bookId);
    return book === undefined || right === undefined ? [] : [{ book: toBookCard(book, fields), right, isListed: isListed(book), note }];
  });
  return {
    collection: toCollectionCard(found, entries, books, fields),
    curator: found.curator,
    updatedAt: found.updatedAt,
    items,
    totals: {
      books: items.length,
      chars: items.reduce((sum, { book }) => sum + book.chars, 0),
      owned: items.filter(({ book }) => book.owned).length,
    },
    related: await cardsOfCollections(db.orm, related),
  };
};
