/**
 * The part of an order somebody at the desk may see: the books in their reach. An order may hold books of several publishers (a collection
 * bought as one); each sees its own part, with the money that part cost, and what touches the whole of it is the platform's.
 * [Note: orders of several publishers]
 */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { booksWithin } from '../media/publication/books-within.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { findOrder } from './store.ts';

interface SeenOrder {
  /** With the books in reach and what they come to. */
  readonly order: OrderRecord;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
  readonly sees: (bookId: string) => boolean;
}

const sum = (fens: readonly number[]): number => fens.reduce((all, fen) => all + fen, 0);

const partOf = (order: OrderRecord, inReach: ReadonlySet<string>): OrderRecord => {
  const items = order.items.filter(({ bookId }) => inReach.has(bookId));
  const [totalFen, payFen] = [sum(items.map((item) => item.priceFen)), sum(items.map((item) => item.payFen))];
  return {
    ...order,
    items,
    totalFen,
    payFen,
    discountFen: totalFen - payFen,
    refundedFen: sum(items.flatMap((item) => (item.refundedAt === undefined ? [] : item.payFen))),
    channelTxn: undefined,
    tradeNo: undefined,
    // Which others the buyer had already is not said.
    bundle: order.bundle && { ...order.bundle, owned: [] },
  };
};

/** In their order, without those that hold nothing in reach. */
export const seeOrders = async (db: Queryable, orders: readonly OrderRecord[], bounds: Bounds | undefined): Promise<SeenOrder[]> => {
  const bookIds = orders.flatMap(({ items }) => items.map(({ bookId }) => bookId));
  const inReach = await booksWithin(db, [...new Set(bookIds)], bounds);
  return orders.flatMap((order) => {
    const isWhole = order.items.every(({ bookId }) => inReach.has(bookId));
    if (bounds !== undefined && !order.items.some(({ bookId }) => inReach.has(bookId))) return [];
    return [{ order: isWhole ? order : partOf(order, inReach), isWhole, sees: (bookId: string) => inReach.has(bookId) }];
  });
};

/** A refund is theirs with all its books; one of no named books is of the whole order. */
export const seesRefund = ({ isWhole, sees }: SeenOrder, { bookIds }: Pick<RefundRecord, 'bookIds'>): boolean =>
  isWhole || (bookIds.length > 0 && bookIds.every(sees));

/** Throws `orders.notFound`, also where nothing of it is in reach. */
export const requireSeenOrder = async (db: Queryable, no: string, bounds: Bounds | undefined): Promise<SeenOrder> => {
  const order = await findOrder(db, no);
  const [seen] = order === undefined ? [] : await seeOrders(db, [order], bounds);
  if (seen === undefined) throw new CodedError('orders.notFound');
  return seen;
};

/** Throws `orders.notFound`, `orders.shared` for an order that holds others' books as well. */
export const requireWholeOrder = async (db: Queryable, no: string, bounds: Bounds | undefined): Promise<void> => {
  if (!(await requireSeenOrder(db, no, bounds)).isWhole) throw new CodedError('orders.shared');
};

/**
 * Money of a part goes back for named books of that part, and no more than they cost. Throws `orders.notFound`, `orders.shared`,
 * `orders.refundRefused`.
 */
export const requireOwnRefund = async (
  db: Queryable,
  { no, bookIds, amountFen }: { readonly no: string; readonly bookIds: readonly string[]; readonly amountFen?: number | undefined },
  bounds: Bounds | undefined,
): Promise<void> => {
  const { order, isWhole, sees } = await requireSeenOrder(db, no, bounds);
  if (isWhole) return;
  if (bookIds.length === 0 || !bookIds.every(sees)) throw new CodedError('orders.shared');
  const cost = sum(order.items.flatMap((item) => (bookIds.includes(item.bookId) ? item.payFen : [])));
  if (amountFen !== undefined && amountFen > cost)
    throw new CodedError('orders.refundRefused', { reason: `这些图书最多可以退 ${(cost / 100).toFixed(2)} 元` });
};
