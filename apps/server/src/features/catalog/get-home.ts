/** The front page: what editors put there, and the disciplines that have books. */
import type {
  getHome as getHomeOperation,
  HomeDraft,
  HomeTargetType,
  listContinueReading as listContinueReadingOperation,
  OutputOf,
  ParsedInputOf,
  previewHome as previewHomeOperation,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext, ReaderContext } from '../../platform/http/call-context.ts';
import type { Book } from './book.ts';
import { openCatalogue } from './catalogue.ts';
import {
  type Collection,
  findCollections,
  type HomeSlot,
  listCollectionEntries,
  listSlotsNotOverAt,
  listSlotsShownAt,
  listVisibleCollections,
} from './collection-store.ts';
import { findBooks } from './find-books.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';
import { booksOfEntries, cardsOfCollections, isListed, pictureAddress, toCollectionCard } from './view-collections.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly personal: Personal;
}

type Home = OutputOf<typeof getHomeOperation>;

const ROW_LENGTH = 12;
const COLLECTIONS_LENGTH = 8;
const BANNER_BOOKS = 3;
const CONTINUE_LENGTH = 6;

const addressOf: Record<HomeTargetType, (target: string) => string> = {
  book: (id) => `/course/info/${id}`,
  collection: (id) => `/book/collection/${id}`,
  page: (address) => address,
};

/** What of the front page is shown: what readers see at a moment, or with what they do not see yet. */
interface Moment {
  readonly at: number;
  readonly withDrafts: boolean;
}

/** Collections the slots lead to, by id; those readers may not see only among drafts. */
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

/** Why readers do not see a place at that moment; nothing where they do. */
const draftMark = ({ visible, startAt }: HomeSlot, isTargetShown: boolean, { at }: Moment): { draft?: HomeDraft } => {
  const isLater = startAt !== undefined && startAt > at;
  if (visible && !isLater && isTargetShown) return {};
  return { draft: { isHidden: !visible, ...(isLater ? { startAt } : {}), isTargetHidden: !isTargetShown } };
};

/** A place whose target is gone, or without a book to show, is left out. */
const showHome = async (deps: Dependencies, context: CallContext, moment: Moment): Promise<Home> => {
  const { db } = deps;
  const { at, withDrafts } = moment;
  const [slots, shown, facets] = await Promise.all([
    withDrafts ? listSlotsNotOverAt(db, at) : listSlotsShownAt(db, at),
    listVisibleCollections(db, COLLECTIONS_LENGTH),
    openCatalogue(db).then((catalogue) => catalogue.facets({})),
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
  const marks = await personalMarksFor(deps.personal, context, [...books.values()]);
  const isShown = (book: Book): boolean => withDrafts || isListed(book);
  const booksOf = (collectionId: string, limit: number) =>
    entries
      .flatMap((entry) => (entry.collectionId === collectionId ? (books.get(entry.bookId) ?? []) : []))
      .filter(isShown)
      .slice(0, limit)
      .map((book) => toBookCard(book, marks));

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
        ...pictureAddress(slot.picture ?? collection?.picture),
        address: addressOf[slot.targetType](slot.target),
        books: book === undefined ? booksOf(slot.target, BANNER_BOOKS) : [toBookCard(book, marks)],
        ...draftMark(slot, isTargetShown, moment),
      },
    ];
  });
  const rows = slots.flatMap((slot): Home['rows'] => {
    const collection = slot.slot === 'row' ? targets.get(slot.target) : undefined;
    if (collection === undefined) return [];
    return [
      {
        collection: toCollectionCard(collection, entries, books, marks),
        books: booksOf(collection.id, ROW_LENGTH),
        ...draftMark(slot, collection.visible, moment),
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

export const getHome = (deps: Dependencies & { readonly clock: Clock }, context: CallContext): Promise<Home> =>
  showHome(deps, context, { at: deps.clock.now(), withDrafts: false });

/** For editors alone: as it will be at another moment, with what is hidden still. */
export const previewHome = (
  deps: Dependencies & { readonly clock: Clock },
  context: ReaderContext,
  { at, drafts }: ParsedInputOf<typeof previewHomeOperation>,
): Promise<Home> => showHome(deps, context, { at: at ?? deps.clock.now(), withDrafts: drafts === 'yes' });

/** Books in the middle of reading; a book the person may no longer open is still listed: the info page says what to do. */
export const listContinueReading = async (
  deps: Dependencies,
  context: ReaderContext,
): Promise<OutputOf<typeof listContinueReadingOperation>> => {
  const recent = await deps.personal.recentProgress(context.reader.userId, CONTINUE_LENGTH);
  const books = await findBooks(
    deps.db,
    recent.map((entry) => entry.bookId),
  );
  const marks = await personalMarksFor(deps.personal, context, books);
  return {
    items: recent.flatMap((entry) => {
      const book = books.find((candidate) => candidate.id === entry.bookId);
      return book === undefined ? [] : [{ book: toBookCard(book, marks), locator: entry.locator, readAt: entry.updatedAt }];
    }),
  };
};
