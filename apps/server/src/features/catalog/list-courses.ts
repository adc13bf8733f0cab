/** The learnable catalogue: facets, order, pages. */
import { courseFilter, type listCourses as listCoursesOperation, type OutputOf, type ParsedInputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { cursorShape } from './list-order.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import type { CatalogFilter } from './store.ts';
import { toBookCard } from './view.ts';

type Answer = OutputOf<typeof listCoursesOperation>;

/** Which filter leaves nothing: how many books there would be without each. */
const countWithoutEach = (catalogue: Catalogue, filter: CatalogFilter): Promise<NonNullable<Answer['without']>> =>
  Promise.all(
    courseFilter.options
      .filter((name) => filter[name] !== undefined)
      .map(async (name) => ({ filter: name, total: await catalogue.count({ ...filter, [name]: undefined }) })),
  );

export const listCourses = async (
  deps: { db: Queryable; personal: Personal },
  context: CallContext,
  input: ParsedInputOf<typeof listCoursesOperation>,
): Promise<Answer> => {
  const { category, level, access, language, publisher, plan, media, year } = input;
  const filter = { category, level, access, language, publisher, plan, media, year };
  const order = input.sort === 'default' ? 'weighed' : input.sort;
  const catalogue = await openCatalogue(deps.db);
  const [{ books, next }, total, facets] = await Promise.all([
    catalogue.page({ filter, order, after: readCursor(input.cursor, cursorShape(order)), limit: input.limit }),
    catalogue.count(filter),
    catalogue.facets(filter),
  ]);
  const [marks, without] = await Promise.all([
    personalMarksFor(deps.personal, context, books),
    total === 0 ? countWithoutEach(catalogue, filter) : [],
  ]);
  return {
    items: books.map((book) => toBookCard(book, marks)),
    total,
    facets,
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};
