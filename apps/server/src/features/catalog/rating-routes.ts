/** Ratings on the wire. */
import {
  decideRating as decideOperation,
  listDeskRatings as listDeskOperation,
  listRatings as listOperation,
  removeRating as removeOperation,
  reportRating as reportOperation,
  saveRating as saveOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { decideRating, listDeskRatings } from './moderate-ratings.ts';
import { listRatings, type RatingDependencies, removeRating, reportRating, saveRating } from './rate-book.ts';

export const registerRatingRoutes = (router: Router, deps: RatingDependencies): void => {
  router.handleAnyone(listOperation, (input, context) => listRatings(deps, context, input));
  router.handle(saveOperation, async (input, context) => ({ payload: await saveRating(deps, context, input), say: '已保存评价' }));
  router.handle(removeOperation, async ({ bookId }, { reader }) => {
    await removeRating(deps, reader.userId, bookId);
    return { payload: {}, say: '已删除评价' };
  });
  router.handle(reportOperation, async (input, { reader }) => {
    await reportRating(deps, reader.userId, input);
    return { payload: {}, say: '已收到，编辑会尽快查看' };
  });
  router.handle(listDeskOperation, (input, { bounds }) => listDeskRatings(deps, input, bounds));
  router.handle(decideOperation, async (input, context) => ({
    payload: await decideRating(deps, operatorOf(context), input),
    say: input.decision === 'hide' ? '已隐藏' : '已保留',
  }));
};
