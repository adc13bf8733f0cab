/** Lists the ratings in the access scope by state, with the number in each state. */
import { pageOf, readTimeCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { viewRatingsForAdmin } from './admin-rating.ts';
import { countRatings, listRatingsPage } from './rating-store.ts';

/** Returns a page of ratings and the counts. Throws `request.invalid` for an invalid cursor. */
export const listAdminRatings: UseCase<'listAdminRatings', Pick<CatalogDependencies, 'db' | 'findUsers'>> = async (
  dependencies,
  { accessScope },
  { state, bookId, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listRatingsPage(dependencies.db.orm, { state, bookId, accessScope, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ updatedAt, id }) => writeCursor([updatedAt, id]));
  return {
    items: await viewRatingsForAdmin(dependencies, items),
    counts: await countRatings(dependencies.db.orm, { bookId, accessScope }),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
