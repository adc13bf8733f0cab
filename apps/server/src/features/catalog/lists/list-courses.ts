/** Lists courses with facets, sorted and in pages. */
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { openCatalog } from './catalog-snapshot.ts';
import { countWithoutEach } from './count-without-each.ts';
import { cursorShape } from './list-order.ts';

/** Returns a page of books and the facets. Throws `request.invalid` for an invalid cursor. */
export const listCourses: UseCase<'listCourses', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  { db, personal },
  caller,
  input,
) => {
  const { category, level, access, language, publisher, plan, media, year } = input;
  const filter = { category, level, access, language, publisher, plan, media, year };
  const order = input.sort === 'default' ? 'weighed' : input.sort;
  const catalog = await openCatalog(db.orm);
  const [{ books, next }, total, facets] = await Promise.all([
    catalog.page({ filter, order, after: readCursor(input.cursor, cursorShape(order)), limit: input.limit }),
    catalog.count(filter),
    catalog.facets(filter),
  ]);
  const [fields, without] = await Promise.all([
    personalFieldsFor(personal, caller, books),
    total === 0 ? countWithoutEach(catalog, filter, filter) : [],
  ]);
  return {
    items: books.map((book) => toBookCard(book, fields)),
    total,
    facets,
    ...(next === undefined ? {} : { next: writeCursor(next) }),
    ...(without.length === 0 ? {} : { without }),
  };
};
