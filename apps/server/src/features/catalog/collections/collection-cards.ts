/** Converts collections to cards for readers. */
import { CATALOG_PICTURE_PATH, type CollectionCard } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { Book } from '../book.ts';
import { noPersonalFields, type PersonalFields, toBookCard } from '../book-card.ts';
import { findBooks } from '../find-books.ts';
import { type CatalogImage, type Collection, type CollectionEntry, listCollectionEntries } from './collection-store.ts';

const FIRST_BOOKS = 3;

export const imageUrl = (picture: CatalogImage | undefined): { picture?: string } =>
  picture === undefined ? {} : { picture: `${CATALOG_PICTURE_PATH}/${picture.sha256}` };

export const isListed = (book: Book): boolean => book.shelfState === 'published';

/** Returns the books of these entries by book id. */
export const booksOfEntries = async (db: Queryable, entries: readonly CollectionEntry[]): Promise<ReadonlyMap<string, Book>> => {
  const ids = [...new Set(entries.map((entry) => entry.bookId))];
  return new Map((await findBooks(db, ids)).map((book) => [book.id, book]));
};

/** Returns the card of a collection. `books` must contain the books of `entries`. */
export const toCollectionCard = (
  one: Collection,
  entries: readonly CollectionEntry[],
  books: ReadonlyMap<string, Book>,
  personal: PersonalFields = noPersonalFields,
): CollectionCard => {
  const listed = entries.flatMap((entry) => {
    const book = entry.collectionId === one.id ? books.get(entry.bookId) : undefined;
    return book !== undefined && isListed(book) ? [book] : [];
  });
  return {
    id: one.id,
    kind: one.kind,
    title: one.title,
    intro: one.intro,
    ...imageUrl(one.picture),
    bookCount: listed.length,
    firstBooks: listed.slice(0, FIRST_BOOKS).map((book) => toBookCard(book, personal)),
  };
};

/** Returns the cards in the order of `collections`. */
export const cardsOfCollections = async (db: Queryable, collections: readonly Collection[]): Promise<CollectionCard[]> => {
  if (collections.length === 0) return [];
  const entries = await listCollectionEntries(
    db,
    collections.map((one) => one.id),
  );
  const books = await booksOfEntries(db, entries);
  return collections.map((one) => toCollectionCard(one, entries, books));
};
