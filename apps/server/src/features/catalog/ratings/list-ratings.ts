/** Lists the visible ratings of a book with their summary and the caller's own rating. */
import { pageOf, readTimeCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findVisibleBook } from '../book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { countStars, findRatingOf, listRatingsInView, type StoredRating } from './rating-store.ts';
import { mayRateBook, viewMyRating, viewRating } from './rating-view.ts';

/** Returns a page of ratings. Throws `catalog.bookNotFound`, `request.invalid` for an invalid cursor. */
export const listRatings: UseCase<'listRatings', CatalogDependencies> = async (dependencies, caller, { bookId, cursor, limit }) => {
  const { orm } = dependencies.db;
  const visible = await findVisibleBook(dependencies, caller, bookId);
  const after = readTimeCursor(cursor);
  const userId = caller.reader?.userId;
  const [found, distribution, mine, allowed] = await Promise.all([
    listRatingsInView(orm, bookId, after, limit + 1),
    countStars(orm, bookId),
    userId === undefined ? undefined : findRatingOf(orm, bookId, userId),
    mayRateBook(dependencies, caller, visible),
  ]);
  const { items, next } = pageOf(found, limit, ({ updatedAt, id }) => writeCursor([updatedAt, id]));
  const users = await dependencies.findUsers([...items, ...(mine === undefined ? [] : [mine])].map((rating) => rating.userId));
  const nameOf = (rating: StoredRating): string => users.get(rating.userId)?.nickname ?? '';
  const count = distribution.reduce((sum, n) => sum + n, 0);
  const total = distribution.reduce((sum, n, index) => sum + n * (index + 1), 0);
  return {
    count,
    ...(count === 0 ? {} : { mean: total / count }),
    distribution,
    items: items.map((rating) => viewRating(rating, nameOf(rating))),
    ...(next === undefined ? {} : { next }),
    ...(mine === undefined ? {} : { mine: viewMyRating(mine, nameOf(mine)) }),
    mayRate: allowed,
  };
};
