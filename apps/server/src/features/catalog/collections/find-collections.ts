/** Finds collections for other slices. */
import type { CollectionCard } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { Book } from '../book.ts';
import { booksOfEntries, cardsOfCollections, isListed } from './collection-cards.ts';
import { findCollectionById, listCollectionEntries, listVisibleCollections } from './collection-store.ts';

/** Returns the cards of collections by id; hidden and unknown collections are left out. */
export const findCollectionCards = async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, CollectionCard>> => {
  if (ids.length === 0) return new Map();
  const cards = await cardsOfCollections(db, await listVisibleCollections(db, ids.length, ids));
  return new Map(cards.map((card) => [card.id, card]));
};

/** Returns a collection with its published books in order, for selling it as a bundle; a hidden one only with `hiddenToo`. */
export const findSoldCollection = async (
  db: Queryable,
  id: string,
  options: { hiddenToo?: boolean } = {},
): Promise<{ id: string; title: string; books: Book[] } | undefined> => {
  const found = await findCollectionById(db, id);
  if (found === undefined || !(found.visible || options.hiddenToo === true)) return undefined;
  const entries = await listCollectionEntries(db, [id]);
  const books = await booksOfEntries(db, entries);
  return {
    id,
    title: found.title,
    books: entries.flatMap(({ bookId }) => {
      const book = books.get(bookId);
      return book !== undefined && isListed(book) ? [book] : [];
    }),
  };
};

export const collectionExists = async (db: Queryable, id: string): Promise<boolean> => (await findCollectionById(db, id)) !== undefined;
