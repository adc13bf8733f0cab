/** Removes the caller's rating of a book, if there is one. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { deleteRating, findRatingOf, sumUpRatings } from './rating-store.ts';

export const removeRating: UseCase<'removeRating', Pick<CatalogDependencies, 'db'>> = async (
  { db },
  { reader: { userId } },
  { bookId },
) => {
  await db.transaction(async (tx) => {
    if ((await findRatingOf(tx, bookId, userId)) === undefined) return;
    await deleteRating(tx, bookId, userId);
    await sumUpRatings(tx, bookId);
  });
  return { payload: {}, say: '已删除评价' };
};
