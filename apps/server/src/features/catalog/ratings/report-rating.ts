/** Reports another user's rating to the editors. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { countReportsSince, findRating, putReport } from './rating-store.ts';

const DAY_MS = 86_400_000;

/**
 * Stores the report. Throws `catalog.ratingNotFound`, also for a hidden rating, `catalog.ratingRefused` for the caller's own rating, and
 * `request.tooMany`.
 */
export const reportRating: UseCase<'reportRating', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  { reader: { userId } },
  { id, reason },
) => {
  const now = clock.now();
  const rating = await findRating(db.orm, id);
  if (rating === undefined || rating.hidden) throw new CodedError('catalog.ratingNotFound');
  if (rating.userId === userId) throw new CodedError('catalog.ratingRefused', { reason: '这是您自己的评价，可以直接修改或删除' });
  if ((await countReportsSince(db.orm, userId, now - DAY_MS)) >= CATALOG_LIMITS.ratingReportsPerUserPerDay)
    throw new CodedError('request.tooMany');
  await putReport(db.orm, id, userId, reason, now);
  return { payload: {}, say: '已收到，编辑会尽快查看' };
};
