/** Collections for readers: one with all its books, and lists of cards. */
import {
  CodedError,
  type CollectionCard,
  type getCollection as getCollectionOperation,
  type listCollections as listCollectionsOperation,
  type OutputOf,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { foldLine, foldWords } from '../media/text-index/fold-text.ts';
import { findPinyin } from '../media/text-index/pinyin-terms.ts';
import type { Book } from './book.ts';
import {
  type Collection,
  findCollectionById,
  listCollectionEntries,
  listRelatedCollections,
  listVisibleCollections,
} from './collection-store.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';
import { booksOfEntries, cardsOfCollections, isListed, toCollectionCard } from './view-collections.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly personal: Personal;
}

const RELATED = 4;

/** Drafts are left out; books taken off the shelf stay, marked. Throws `catalog.collectionNotFound` for a hidden one too. */
export const getCollection = async (
  deps: Dependencies,
  context: CallContext,
  id: string,
): Promise<OutputOf<typeof getCollectionOperation>> => {
  const found = await findCollectionById(deps.db, id);
  if (found === undefined || !found.visible) throw new CodedError('catalog.collectionNotFound');
  const entries = await listCollectionEntries(deps.db, [id]);
  const books = await booksOfEntries(deps.db, entries);
  const shown = [...books.values()].filter((book) => book.shelfState !== 'draft');
  const [marks, rights, related] = await Promise.all([
    personalMarksFor(deps.personal, context, shown),
    deps.personal.rightsOf(context, shown),
    listRelatedCollections(deps.db, found, RELATED),
  ]);
  const items = entries.flatMap(({ bookId, note }) => {
    const book = books.get(bookId);
    const right = rights.get(bookId);
    return book === undefined || right === undefined ? [] : [{ book: toBookCard(book, marks), right, isListed: isListed(book), note }];
  });
  return {
    collection: toCollectionCard(found, entries, books, marks),
    curator: found.curator,
    updatedAt: found.updatedAt,
    items,
    totals: {
      books: items.length,
      chars: items.reduce((sum, { book }) => sum + book.chars, 0),
      owned: items.filter(({ book }) => book.owned).length,
    },
    related: await cardsOfCollections(deps.db, related),
  };
};

/** Editors make hundreds of them, not thousands: they are read through. */
const SEARCHED_MAX = 5_000;

const searchCollections = async (db: Queryable, query: string, limit: number): Promise<Collection[]> => {
  const words = foldWords(query);
  const all = await listVisibleCollections(db, SEARCHED_MAX);
  return all
    .filter(({ title, intro }) => {
      const text = foldLine(`${title}\n${intro}`);
      return words.every((word) => text.includes(word)) || findPinyin(title, query) !== undefined;
    })
    .slice(0, limit);
};

export const listCollections = async (
  deps: Pick<Dependencies, 'db'>,
  { ids, q, limit }: ParsedInputOf<typeof listCollectionsOperation>,
): Promise<OutputOf<typeof listCollectionsOperation>> => ({
  items: await cardsOfCollections(
    deps.db,
    q === undefined ? await listVisibleCollections(deps.db, ids?.length ?? limit, ids) : await searchCollections(deps.db, q, limit),
  ),
});

/** By id; hidden and unknown ones are left out: for lists that other slices make. */
export const findCollectionCards = async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, CollectionCard>> => {
  if (ids.length === 0) return new Map();
  const cards = await cardsOfCollections(db, await listVisibleCollections(db, ids.length, ids));
  return new Map(cards.map((card) => [card.id, card]));
};

/** A collection that readers see, with its books on the shelf in their order: for selling it as one. */
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
