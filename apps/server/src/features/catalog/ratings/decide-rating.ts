/** Hides a rating with a reason, or shows it again. Both decisions settle the reports about the rating. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { notifyUser } from '../../notification/notifications.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { viewRatingsForAdmin } from './admin-rating.ts';
import { deleteReports, findRating, lockRating, setHidden, sumUpRatings } from './rating-store.ts';

/** Stores the decision and notifies the author of a hidden rating. Throws `catalog.ratingNotFound`. */
export const decideRating: UseCase<'decideRating', Pick<CatalogDependencies, 'db' | 'clock' | 'findUsers'>> = async (
  dependencies,
  caller,
  { id, decision, reason },
) => {
  const now = dependencies.clock.now();
  await dependencies.db.transaction(async (tx) => {
    const rating = await lockRating(tx, id);
    if (rating === undefined) throw new CodedError('catalog.ratingNotFound');
    const hides = decision === 'hide';
    await setHidden(tx, id, hides ? { at: now, reason } : null);
    await deleteReports(tx, id);
    await sumUpRatings(tx, rating.bookId);
    const target = { kind: 'rating', id, name: rating.bookTitle } as const;
    const facts = { before: { hidden: rating.hidden }, after: { hidden: hides, bookId: rating.bookId }, reason };
    if (hides) await notifyUser(tx, rating.userId, { kind: 'ratingHidden', subject: { id: rating.bookId, name: rating.bookTitle } }, now);
    await recordAuditEvent(tx, operatorOf(caller), { action: hides ? 'rating.hide' : 'rating.keep', target, ...facts }, now);
  });
  const decided = await findRating(dependencies.db.orm, id);
  const [shown] = decided === undefined ? [] : await viewRatingsForAdmin(dependencies, [decided]);
  if (shown === undefined) throw new CodedError('catalog.ratingNotFound');
  return { payload: shown, say: decision === 'hide' ? '已隐藏' : '已保留' };
};
