/**
 * When money goes back (product.md §7.1): said before anything is bought, and before anybody asks. Of the rule's four conditions two are
 * about what there is: an order never comes from a code, and books are not leased for reading offline.
 */
import { LIMITS, type RefundRule } from '@shufang/contract';
import type { OrderRecord } from './order-record.ts';

const DAY_MS = 86_400_000;
const percent = (part: number): string => `${Math.floor(part * 100)}%`;

export const REFUND_RULE = `付款后 ${LIMITS.refundDays} 天内、试读以外阅读未满全书 ${percent(LIMITS.refundReadingMax)}，可以申请全额退款；退款后不能再阅读本书，笔记保留。`;

export interface RefundQuestion {
  readonly order: OrderRecord;
  /** How much was actively read beyond the trial, 0 to 1; of several books the one read most. */
  readonly read: number;
  readonly now: number;
}

const STATES: Readonly<Partial<Record<OrderRecord['status'], string>>> = {
  created: '订单还没有付款',
  paid: '图书正在开通',
  closed: '订单已关闭，没有付款',
  refunding: '退款正在处理',
  refunded: '已经退款',
};

export const ruleOnRefund = ({ order, read, now }: RefundQuestion): RefundRule => {
  const until = order.paidAt === undefined ? undefined : order.paidAt + LIMITS.refundDays * DAY_MS;
  const state = STATES[order.status];
  const obstacles: string[] = [];
  if (state !== undefined) obstacles.push(state);
  else {
    if (until === undefined || now >= until) obstacles.push(`付款已超过 ${LIMITS.refundDays} 天`);
    if (read >= LIMITS.refundReadingMax) obstacles.push(`试读以外已读 ${percent(read)}，满 ${percent(LIMITS.refundReadingMax)} 后不能退款`);
  }
  return {
    eligible: obstacles.length === 0,
    amountFen: order.payFen - order.refundedFen,
    ...(until === undefined ? {} : { until }),
    obstacles,
    rule: REFUND_RULE,
  };
};
