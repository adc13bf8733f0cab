/**
 * The refund rule (product.md §7.1), shown before a purchase and before a request for a refund. One of its four conditions cannot occur
 * here: orders are never created from activation codes.
 */
import { type RefundRule } from '@shufang/contract';
import { ORDER_LIMITS } from '../limits.ts';
import type { OrderRecord } from '../order-record.ts';

const DAY_MS = 86_400_000;
const percent = (part: number): string => `${Math.floor(part * 100)}%`;

export const REFUND_RULE = `付款后 ${ORDER_LIMITS.refundDays} 天内、试读以外阅读未满全书 ${percent(ORDER_LIMITS.refundReadingMax)}，且设备上没有离线副本，可以申请全额退款；退款后不能再阅读，笔记保留。整套购买的可以只退其中几本，按各本在实付中的份额退。`;

export interface RefundCase {
  readonly order: OrderRecord;
  /** How much of each book was actively read beyond its trial, 0 to 1. */
  readonly read: ReadonlyMap<string, number>;
  /** Ids of the books of which a device of the reader may have an offline copy. */
  readonly leased: ReadonlySet<string>;
  readonly now: number;
}

const STATES: Readonly<Partial<Record<OrderRecord['status'], string>>> = {
  created: '订单还没有付款',
  paid: '图书正在开通',
  closed: '订单已关闭，没有付款',
  refunding: '退款正在处理',
  refunded: '已经退款',
};

/** Returns the amount of the payment that was not refunded. */
export const remainderOf = ({ payFen, refundedFen }: Pick<OrderRecord, 'payFen' | 'refundedFen'>): number => payFen - refundedFen;

/** Returns the books of the order that were not refunded. */
export const heldItemsOf = ({ items }: OrderRecord): OrderRecord['items'] => items.filter(({ refundedAt }) => refundedAt === undefined);

/** Returns the amount to refund for these books: their shares of the payment, or the whole remainder if no other books are left. */
export const amountOfBooks = (order: OrderRecord, bookIds: ReadonlySet<string>): number => {
  const held = heldItemsOf(order);
  const chosen = held.filter(({ bookId }) => bookIds.has(bookId));
  const parts = chosen.reduce((sum, { payFen }) => sum + payFen, 0);
  return chosen.length === held.length ? remainderOf(order) : Math.min(parts, remainderOf(order));
};

const tooMuchRead = (read: number): string | undefined =>
  read >= ORDER_LIMITS.refundReadingMax
    ? `试读以外已读 ${percent(read)}，满 ${percent(ORDER_LIMITS.refundReadingMax)} 后不能退款`
    : undefined;

/** Returns why a book cannot be refunded; undefined if it can. */
const obstacleOf = ({ read, leased }: Pick<RefundCase, 'read' | 'leased'>, bookId: string): string | undefined =>
  tooMuchRead(read.get(bookId) ?? 0) ?? (leased.has(bookId) ? '设备上有离线副本，在“我的图书”里移除后才能退款' : undefined);

export const applyRefundRule = ({ order, read, leased, now }: RefundCase): RefundRule => {
  const until = order.paidAt === undefined ? undefined : order.paidAt + ORDER_LIMITS.refundDays * DAY_MS;
  const state = STATES[order.status];
  const isLate = until === undefined || now >= until;
  const held = heldItemsOf(order);
  const obstacles: string[] = [];
  if (state !== undefined) obstacles.push(state);
  else {
    if (isLate) obstacles.push(`付款已超过 ${ORDER_LIMITS.refundDays} 天`);
    for (const { bookId, title } of held) {
      const reason = obstacleOf({ read, leased }, bookId);
      if (reason !== undefined) obstacles.push(order.items.length > 1 ? `《${title}》${reason}` : reason);
    }
    if (remainderOf(order) === 0) obstacles.push('款项已经全部退回');
  }
  const isOpen = state === undefined && !isLate && order.items.length > 1;
  return {
    eligible: obstacles.length === 0,
    amountFen: remainderOf(order),
    ...(until === undefined ? {} : { until }),
    obstacles,
    items: isOpen
      ? held.map(({ bookId, title }) => {
          const obstacle = obstacleOf({ read, leased }, bookId);
          return { bookId, title, amountFen: amountOfBooks(order, new Set([bookId])), ...(obstacle === undefined ? {} : { obstacle }) };
        })
      : [],
    rule: REFUND_RULE,
  };
};
