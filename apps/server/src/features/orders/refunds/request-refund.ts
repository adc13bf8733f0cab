/**
 * Requests a refund of an order, or of some of its books, if the refund rule allows it. Throws `orders.notFound`, `orders.refundRefused`
 * with the reasons.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import { type OrderDependencies, publishOrderChange } from '../order-dependencies.ts';
import { requireOwnOrder } from '../own-order.ts';
import { markRefunding } from '../store.ts';
import { viewOrder, viewRefund } from '../view.ts';
import { amountOfBooks, heldItemsOf, remainderOf } from './refund-rule.ts';
import { insertRefund } from './refund-store.ts';
import { createRefundRecord, lockRefundableOrder, refundRuleOf, refuseRefund, requireHeldBooks } from './refundable-order.ts';

export const requestRefund: UseCase<'requestRefund', OrderDependencies> = async (deps, { reader }, { no, reason, bookIds }) => {
  const before = await requireOwnOrder(deps, reader.userId, no);
  const rule = await refundRuleOf(deps, before);
  const isWhole = bookIds.length === 0 || requireHeldBooks(before, bookIds).size === heldItemsOf(before).length;
  if (isWhole && !rule.eligible) refuseRefund(rule.obstacles.join('；'));
  if (!isWhole) {
    const chosen = rule.items.filter(({ bookId }) => bookIds.includes(bookId));
    if (chosen.length === 0) refuseRefund(rule.obstacles.join('；'));
    for (const { title, obstacle } of chosen) if (obstacle !== undefined) refuseRefund(`《${title}》${obstacle}`);
  }
  const now = deps.clock.now();
  const refund = await deps.db.transaction(async (tx) => {
    const order = await lockRefundableOrder(tx, no);
    const books = isWhole ? new Set<string>() : requireHeldBooks(order, bookIds);
    const amountFen = isWhole ? remainderOf(order) : amountOfBooks(order, books);
    if (amountFen === 0) refuseRefund('款项已经全部退回');
    const requested = createRefundRecord(order, { cause: 'requested', amountFen, bookIds: [...books], reason, status: 'requested' }, now);
    if (!(await insertRefund(tx, requested)) || !(await markRefunding(tx, no, 'fulfilled'))) return refuseRefund('退款正在处理');
    return requested;
  });
  await publishOrderChange(deps, reader.userId, no);
  return {
    payload: { order: viewOrder(await requireOwnOrder(deps, reader.userId, no)), refund: viewRefund(refund) },
    say: '已提交退款申请',
  };
};
