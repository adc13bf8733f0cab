/** The learnable catalogue: facets, order, pages. */
import type { listCourses as listCoursesOperation, OutputOf, ParsedInputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { openCatalogue } from './catalogue.ts';
import { countWithoutEach } from './count-without-each.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { cursorShape } from './list-order.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';

export const listCourses = async (
  deps: { db: Queryable; personal: Personal },
  context: CallContext,
  input: ParsedInputOf<typeof listCoursesOperation>,
): Promise<OutputOf<typeof listCoursesOperation>> => {
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
    total === 0 ? countWithoutEach(catalogue, filter, filter) : [],
  ]);
  return {
    items: books.map((book) => toBookCard(book, marks)),
    total,
    facets,
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};
