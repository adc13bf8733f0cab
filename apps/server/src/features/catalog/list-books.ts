/** The flat list of any source, and cards of given books. */
import {
  CodedError,
  type OutputOf,
  type ParsedInputOf,
  type queryBooks as queryBooksOperation,
  type StandingCard,
} from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { openCatalogue } from './catalogue.ts';
import { findCollectionById } from './collection-store.ts';
import { countWithoutEach } from './count-without-each.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findBooks } from './find-books.ts';
import { cursorShape } from './list-order.ts';
import { type Asker, type Personal, personalMarksFor } from './personal-marks.ts';
import type { CatalogFilter, CatalogOrder } from './store.ts';
import { toBookCard } from './view.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly personal: Personal;
}

type Query = ParsedInputOf<typeof queryBooksOperation>;

interface Source {
  readonly filter: CatalogFilter;
  /** The source's own order. */
  readonly order: CatalogOrder;
  readonly title?: string;
}

/** What the institutions of the caller provide, by network, sign-in or list; without one nothing is found. */
const institutionSource = async ({ personal }: Dependencies, asker: Asker): Promise<Source> => {
  const licences = await personal.licencesFor(asker);
  const bookIds = licences.some((licence) => licence.bookIds === undefined)
    ? undefined
    : licences.flatMap((licence) => [...(licence.bookIds ?? [])]);
  const names = [...new Set(licences.map(({ institution }) => institution))];
  return { filter: { licensed: { bookIds } }, order: 'newest', ...(names.length === 0 ? {} : { title: names.join('、') }) };
};

/** Throws `request.invalid` for a source that needs an id and has none, `catalog.collectionNotFound`. */
const sourceOf = async (deps: Dependencies, { source, id = '' }: Query, asker: Asker): Promise<Source> => {
  if (source === 'new') return { filter: {}, order: 'newest' };
  if (source === 'hot') return { filter: { isPopular: true }, order: 'hot' };
  if (source === 'free') return { filter: { access: 'free' }, order: 'newest' };
  if (source === 'institution') return institutionSource(deps, asker);
  if (source === 'plan')
    return id === '' ? { filter: { plan: true }, order: 'newest' } : { filter: { plan: id }, order: 'newest', title: id };
  if (id === '') throw new CodedError('request.invalid', { reason: '列表来源缺少编号' });
  if (source === 'publisher') return { filter: { publisher: id }, order: 'newest', title: id };
  if (source === 'author') return { filter: { author: id }, order: 'newest', title: id };
  const collection = await findCollectionById(deps.db, id);
  if (collection === undefined || !collection.visible) throw new CodedError('catalog.collectionNotFound');
  return { filter: { collectionId: id }, order: 'collection', title: collection.title };
};

export const queryBooks = async (deps: Dependencies, context: CallContext, input: Query): Promise<OutputOf<typeof queryBooksOperation>> => {
  const source = await sourceOf(deps, input, context);
  const { category, language, access } = input;
  // A source of free books has an access of its own.
  const chosen = { category, language, ...('access' in source.filter ? {} : { access }) };
  const filter: CatalogFilter = { ...chosen, ...source.filter };
  const order = input.sort === 'default' ? source.order : input.sort;
  const catalogue = await openCatalogue(deps.db);
  const [{ books, next }, total, facets] = await Promise.all([
    catalogue.page({ filter, order, after: readCursor(input.cursor, cursorShape(order)), limit: input.limit }),
    catalogue.count(filter),
    input.facets === 'yes' ? catalogue.facets(filter) : undefined,
  ]);
  const [marks, without] = await Promise.all([
    personalMarksFor(deps.personal, context, books),
    total === 0 ? countWithoutEach(catalogue, filter, chosen) : [],
  ]);
  return {
    ...(source.title === undefined ? {} : { title: source.title }),
    items: books.map((book) => toBookCard(book, marks)),
    total,
    ...(facets === undefined ? {} : { facets }),
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};

/** In the order of `bookIds`; drafts and unknown ones are left out. */
export const listStandingCards = async (deps: Dependencies, context: CallContext, bookIds: readonly string[]): Promise<StandingCard[]> => {
  const books = (await findBooks(deps.db, bookIds)).filter((book) => book.shelfState !== 'draft');
  const [marks, rights] = await Promise.all([personalMarksFor(deps.personal, context, books), deps.personal.rightsOf(context, books)]);
  return books.flatMap((book) => {
    const right = rights.get(book.id);
    return right === undefined
      ? []
      : [{ book: toBookCard(book, marks), right, shelfState: book.shelfState, versionId: book.currentVersionId }];
  });
};
