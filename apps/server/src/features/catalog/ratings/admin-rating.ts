/** Converts stored ratings and their reports to the objects of the API for editors. */
import type { AdminRating } from '@shufang/contract';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listReports, type StoredRating } from './rating-store.ts';

export const viewRatingsForAdmin = async (
  { db, findUsers }: Pick<CatalogDependencies, 'db' | 'findUsers'>,
  ratings: readonly StoredRating[],
): Promise<AdminRating[]> => {
  const [users, reportsByRating] = await Promise.all([
    findUsers(ratings.map(({ userId }) => userId)),
    listReports(
      db.orm,
      ratings.map(({ id }) => id),
    ),
  ]);
  return ratings.map(({ userId, hidden, ...rating }) => {
    const user = users.get(userId);
    const reports = (reportsByRating.get(rating.id) ?? []).map(({ reason, at }) => ({ reason, at }));
    return {
      ...rating,
      author: user?.nickname ?? '',
      state: hidden ? 'hidden' : reports.length > 0 ? 'reported' : 'shown',
      account: { userId, name: user?.nickname ?? '', tel: user?.tel ?? '' },
      reports,
    };
  });
};
