/** Lists books of a source: new, popular or free books, or those of a publisher, author, plan, collection or institution. */
import { CodedError } from '@shufang/contract';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase, UseCaseInput } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findCollectionById } from '../collections/collection-store.ts';
import { type Caller, personalFieldsFor } from '../personal-fields.ts';
import type { CatalogFilter, CatalogOrder } from '../store.ts';
import { openCatalog } from './catalog-snapshot.ts';
import { countWithoutEach } from './count-without-each.ts';
import { cursorShape } from './list-order.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'personal'>;
type Query = UseCaseInput<'queryBooks'>;

interface Source {
  readonly filter: CatalogFilter;
  /** Default order of the list of this source. */
  readonly order: CatalogOrder;
  readonly title?: string;
}

/**
 * Returns the list of the books licensed by the caller's institutions (by IP range, sign-in or roster); it is empty without an institution.
 */
const institutionSource = async ({ personal }: Pick<Dependencies, 'personal'>, caller: Caller): Promise<Source> => {
  const licenses = await personal.licensesFor(caller);
  const bookIds = licenses.some((license) => license.bookIds === undefined)
    ? undefined
    : licenses.flatMap((license) => [...(license.bookIds ?? [])]);
  const names = [...new Set(licenses.map(({ institution }) => institution))];
  return { filter: { licensed: { bookIds } }, order: 'newest', ...(names.length === 0 ? {} : { title: names.join('、') }) };
};

/**
 * Returns the filter, order and title of a source. Throws `request.invalid` for a source without its required id, and
 * `catalog.collectionNotFound`.
 */
const sourceOf = async (deps: Dependencies, { source, id = '' }: Query, caller: Caller): Promise<Source> => {
  if (source === 'new') return { filter: {}, order: 'newest' };
  if (source === 'hot') return { filter: { isPopular: true }, order: 'hot' };
  if (source === 'free') return { filter: { access: 'free' }, order: 'newest' };
  if (source === 'institution') return institutionSource(deps, caller);
  if (source === 'plan')
    return id === '' ? { filter: { plan: true }, order: 'newest' } : { filter: { plan: id }, order: 'newest', title: id };
  if (id === '') throw new CodedError('request.invalid', { reason: '列表来源缺少编号' });
  if (source === 'publisher') return { filter: { publisher: id }, order: 'newest', title: id };
  if (source === 'author') return { filter: { author: id }, order: 'newest', title: id };
  const collection = await findCollectionById(deps.db.orm, id);
  if (collection === undefined || !collection.visible) throw new CodedError('catalog.collectionNotFound');
  return { filter: { collectionId: id }, order: 'collection', title: collection.title };
};

/**
 * Returns a page of the list. Throws `request.invalid` for a source without its required id or for an invalid cursor, and
 * `catalog.collectionNotFound`.
 */
export const queryBooks: UseCase<'queryBooks', Dependencies> = async (dependencies, caller, input) => {
  const source = await sourceOf(dependencies, input, caller);
  const { category, language, access } = input;
  // The list of free books sets the access filter itself, so the reader did not choose this filter.
  const chosen = { category, language, ...('access' in source.filter ? {} : { access }) };
  const filter: CatalogFilter = { ...chosen, ...source.filter };
  const order = input.sort === 'default' ? source.order : input.sort;
  const catalog = await openCatalog(dependencies.db.orm);
  const [{ books, next }, total, facets] = await Promise.all([
    catalog.page({ filter, order, after: readCursor(input.cursor, cursorShape(order)), limit: input.limit }),
    catalog.count(filter),
    input.facets === 'yes' ? catalog.facets(filter) : undefined,
  ]);
  const [fields, without] = await Promise.all([
    personalFieldsFor(dependencies.personal, caller, books),
    total === 0 ? countWithoutEach(catalog, filter, chosen) : [],
  ]);
  return {
    ...(source.title === undefined ? {} : { title: source.title }),
    items: books.map((book) => toBookCard(book, fields)),
    total,
    ...(facets === undefined ? {} : { facets }),
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};
