/** Builds the home page: home slots, collections, and the categories that have books. */
import type { HomeDraft, HomeTargetType } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { UseCaseOutput } from '../../../platform/http/register.ts';
import type { Book } from '../book.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { booksOfEntries, cardsOfCollections, imageUrl, isListed, toCollectionCard } from '../collections/collection-cards.ts';
import { type Collection, findCollections, listCollectionEntries, listVisibleCollections } from '../collections/collection-store.ts';
import { findBooks } from '../find-books.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { type HomeSlot, listSlotsNotOverAt, listSlotsShownAt } from './home-slot-store.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'personal'>;
type Home = UseCaseOutput<'getHome'>;

const ROW_LENGTH = 12;
const COLLECTIONS_LENGTH = 8;
const BANNER_BOOKS = 3;

const pathOf: Record<HomeTargetType, (target: string) => string> = {
  book: (id) => `/course/info/${id}`,
  collection: (id) => `/book/collection/${id}`,
  page: (path) => path,
};

/** The time for which the home page is built, and whether it includes hidden slots. */
interface Moment {
  readonly at: number;
  readonly withDrafts: boolean;
}

/** Returns the target collections of the slots by id; hidden collections only in previews. */
const targetCollections = async (
  db: Queryable,
  slots: readonly HomeSlot[],
  withDrafts: boolean,
): Promise<ReadonlyMap<string, Collection>> => {
  const ids = slots.flatMap((slot) => (slot.targetType === 'collection' ? slot.target : []));
  if (ids.length === 0) return new Map();
  const found = withDrafts ? await findCollections(db, ids) : await listVisibleCollections(db, ids.length, ids);
  return new Map(found.map((one) => [one.id, one]));
};

/** Returns for a preview why readers do not see a slot at the time of the preview; empty if they see it. */
const draftFieldOf = ({ visible, startAt }: HomeSlot, isTargetShown: boolean, { at }: Moment): { draft?: HomeDraft } => {
  const isLater = startAt !== undefined && startAt > at;
  if (visible && !isLater && isTargetShown) return {};
  return { draft: { isHidden: !visible, ...(isLater ? { startAt } : {}), isTargetHidden: !isTargetShown } };
};

/** Returns the home page. Slots whose target is deleted or has no visible book are left out. */
export const showHome = async (dependencies: Dependencies, caller: CallContext, moment: Moment): Promise<Home> => {
  const db = dependencies.db.orm;
  const { at, withDrafts } = moment;
  const [slots, shown, facets] = await Promise.all([
    withDrafts ? listSlotsNotOverAt(db, at) : listSlotsShownAt(db, at),
    listVisibleCollections(db, COLLECTIONS_LENGTH),
    openCatalog(db).then((catalog) => catalog.facets({})),
  ]);
  const targets = await targetCollections(db, slots, withDrafts);
  const entries = await listCollectionEntries(db, [...targets.keys()]);
  const [ofEntries, ofBanners] = await Promise.all([
    booksOfEntries(db, entries),
    findBooks(
      db,
      slots.flatMap((slot) => (slot.targetType === 'book' ? slot.target : [])),
    ),
  ]);
  const books = new Map([...ofEntries, ...ofBanners.map((book) => [book.id, book] as const)]);
  const personal = await personalFieldsFor(dependencies.personal, caller, [...books.values()]);
  const isShown = (book: Book): boolean => withDrafts || isListed(book);
  const booksOf = (collectionId: string, limit: number) =>
    entries
      .flatMap((entry) => (entry.collectionId === collectionId ? (books.get(entry.bookId) ?? []) : []))
      .filter(isShown)
      .slice(0, limit)
      .map((book) => toBookCard(book, personal));

  const banners = slots.flatMap((slot): Home['banners'] => {
    if (slot.slot !== 'banner') return [];
    const book = slot.targetType === 'book' ? books.get(slot.target) : undefined;
    const collection = slot.targetType === 'collection' ? targets.get(slot.target) : undefined;
    if (slot.targetType === 'book' && (book === undefined || !isShown(book))) return [];
    if (slot.targetType === 'collection' && (collection === undefined || booksOf(slot.target, 1).length === 0)) return [];
    const isTargetShown = slot.targetType === 'page' || (book === undefined ? collection?.visible === true : isListed(book));
    return [
      {
        id: slot.id,
        title: slot.title || book?.title || collection?.title || '',
        lead: slot.lead || book?.subtitle || collection?.intro || '',
        ...imageUrl(slot.picture ?? collection?.picture),
        address: pathOf[slot.targetType](slot.target),
        books: book === undefined ? booksOf(slot.target, BANNER_BOOKS) : [toBookCard(book, personal)],
        ...draftFieldOf(slot, isTargetShown, moment),
      },
    ];
  });
  const rows = slots.flatMap((slot): Home['rows'] => {
    const collection = slot.slot === 'row' ? targets.get(slot.target) : undefined;
    if (collection === undefined) return [];
    return [
      {
        collection: toCollectionCard(collection, entries, books, personal),
        books: booksOf(collection.id, ROW_LENGTH),
        ...draftFieldOf(slot, collection.visible, moment),
      },
    ];
  });
  return {
    banners,
    rows: rows.filter((row) => row.books.length > 0),
    collections: (await cardsOfCollections(db, shown)).filter((card) => card.bookCount > 0),
    categories: facets.categories.filter(({ count, parentId }) => count > 0 && parentId === undefined),
  };
};
