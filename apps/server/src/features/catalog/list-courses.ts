/** The learnable catalogue: facets, order, pages. */
import { courseFilter, type listCourses as listCoursesOperation, type OutputOf, type ParsedInputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { cursorShape } from './list-order.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { type CatalogFilter, countFacets, countPublishedBooks, listPublishedBooks } from './store.ts';
import { toBookCard } from './view.ts';

type Answer = OutputOf<typeof listCoursesOperation>;

/** Which filter leaves nothing: how many books there would be without each. */
const countWithoutEach = (db: Queryable, filter: CatalogFilter): Promise<NonNullable<Answer['without']>> =>
  Promise.all(
    courseFilter.options
      .filter((name) => filter[name] !== undefined)
      .map(async (name) => ({ filter: name, total: await countPublishedBooks(db, { ...filter, [name]: undefined }) })),
  );

export const listCourses = async (
  deps: { db: Queryable; personal: Personal },
  context: CallContext,
  input: ParsedInputOf<typeof listCoursesOperation>,
): Promise<Answer> => {
  const { category, access, language, publisher, plan, media, year } = input;
  const filter = { category, access, language, publisher, plan, media, year };
  const order = input.sort === 'default' ? 'weighed' : input.sort;
  const [{ books, next }, total, facets] = await Promise.all([
    listPublishedBooks(deps.db, { filter, order, after: readCursor(input.cursor, cursorShape(order)), limit: input.limit }),
    countPublishedBooks(deps.db, filter),
    countFacets(deps.db, filter),
  ]);
  const [marks, without] = await Promise.all([
    personalMarksFor(deps.personal, context, books),
    total === 0 ? countWithoutEach(deps.db, filter) : [],
  ]);
  return {
    items: books.map((book) => toBookCard(book, marks)),
    total,
    facets,
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};
