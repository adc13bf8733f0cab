/** Saves the caller's rating of a book. */
import { CodedError, type MayRate, newId } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { findVisibleBook } from '../book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findRatingOf, putRating, sumUpRatings } from './rating-store.ts';
import { mayRateBook, viewMyRating } from './rating-view.ts';

const refusals: Record<Exclude<MayRate, 'yes'>, string> = {
  signIn: '请先登录',
  noRight: '拥有本书全文的阅读权限后才能评价',
  staff: '出版方人员和作者不评价自己的书',
  notOpened: '打开读过本书后才能评价',
};

/**
 * Saves the rating. Throws `catalog.bookNotFound`, `catalog.ratingRefused`. An existing rating may be changed after the right has ended.
 */
export const saveRating: UseCase<'saveRating', CatalogDependencies> = async (dependencies, caller, { bookId, stars, body }) => {
  const { db, clock, findUsers } = dependencies;
  const { userId } = caller.reader;
  const visible = await findVisibleBook(dependencies, caller, bookId);
  const before = await findRatingOf(db.orm, bookId, userId);
  const allowed = before === undefined ? await mayRateBook(dependencies, caller, visible) : 'yes';
  if (allowed !== 'yes') throw new CodedError('catalog.ratingRefused', { reason: refusals[allowed] });
  const now = clock.now();
  const saved = await db.transaction(async (tx) => {
    await putRating(tx, { id: newId(now), bookId, userId, stars, body, now });
    await sumUpRatings(tx, bookId);
    return findRatingOf(tx, bookId, userId);
  });
  if (saved === undefined) throw new CodedError('catalog.bookNotFound');
  return { payload: { mine: viewMyRating(saved, (await findUsers([userId])).get(userId)?.nickname ?? '') }, say: '已保存评价' };
};
