/**
 * The part of an order within the access scope of an operator: the books of their publishers. An order can contain books of several
 * publishers (a collection bought as a bundle); each publisher sees its own part with the amount paid for it. What concerns the whole order
 * is reserved for operators of the whole platform. [Note: orders of several publishers]
 */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { filterBooksInScope } from '../publication/versions/publisher-scope.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { yuan } from './prices/bundle.ts';
import { findOrder } from './store.ts';

interface ScopedOrder {
  /** The order with only the books within the access scope and their amounts. */
  readonly order: OrderRecord;
  /** Whether every book of the order is within the access scope. */
  readonly isWhole: boolean;
  readonly includesBook: (bookId: string) => boolean;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, fen) => total + fen, 0);

const partOf = (order: OrderRecord, inScope: ReadonlySet<string>): OrderRecord => {
  const items = order.items.filter(({ bookId }) => inScope.has(bookId));
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
    // The buyer's other books outside the scope are not disclosed.
    bundle: order.bundle && { ...order.bundle, owned: [] },
  };
};

/** Returns the orders limited to the access scope, in the given order. Orders without any book in the scope are left out. */
export const limitToScope = async (
  db: Queryable,
  orders: readonly OrderRecord[],
  scope: AccessScope | undefined,
): Promise<ScopedOrder[]> => {
  const bookIds = orders.flatMap(({ items }) => items.map(({ bookId }) => bookId));
  const inScope = await filterBooksInScope(db, [...new Set(bookIds)], scope);
  return orders.flatMap((order) => {
    const isWhole = order.items.every(({ bookId }) => inScope.has(bookId));
    if (scope !== undefined && !order.items.some(({ bookId }) => inScope.has(bookId))) return [];
    return [{ order: isWhole ? order : partOf(order, inScope), isWhole, includesBook: (bookId: string) => inScope.has(bookId) }];
  });
};

/** Returns whether a refund is within the access scope: all its books are. A refund without books concerns the whole order. */
export const includesRefund = ({ isWhole, includesBook }: ScopedOrder, { bookIds }: Pick<RefundRecord, 'bookIds'>): boolean =>
  isWhole || (bookIds.length > 0 && bookIds.every(includesBook));

/** Returns the part of an order within the access scope. Throws `orders.notFound`, also if no book of the order is within the scope. */
export const requireScopedOrder = async (db: Queryable, no: string, scope: AccessScope | undefined): Promise<ScopedOrder> => {
  const order = await findOrder(db, no);
  const [scoped] = order === undefined ? [] : await limitToScope(db, [order], scope);
  if (scoped === undefined) throw new CodedError('orders.notFound');
  return scoped;
};

/**
 * Requires that the whole order is within the access scope. Throws `orders.notFound`, and `orders.shared` if the order contains books
 * outside the scope.
 */
export const requireWholeOrder = async (db: Queryable, no: string, scope: AccessScope | undefined): Promise<void> => {
  if (!(await requireScopedOrder(db, no, scope)).isWhole) throw new CodedError('orders.shared');
};

/**
 * Requires that a refund is within the access scope: of an order with books of other publishers, only books within the scope, and at most
 * what was paid for them. Throws `orders.notFound`, `orders.shared`, `orders.refundRefused`.
 */
export const requireScopedRefund = async (
  db: Queryable,
  { no, bookIds, amountFen }: { readonly no: string; readonly bookIds: readonly string[]; readonly amountFen?: number | undefined },
  scope: AccessScope | undefined,
): Promise<void> => {
  const { order, isWhole, includesBook } = await requireScopedOrder(db, no, scope);
  if (isWhole) return;
  if (bookIds.length === 0 || !bookIds.every(includesBook)) throw new CodedError('orders.shared');
  const paidFen = sum(order.items.flatMap((item) => (bookIds.includes(item.bookId) ? item.payFen : [])));
  if (amountFen !== undefined && amountFen > paidFen)
    throw new CodedError('orders.refundRefused', { reason: `这些图书最多可以退 ${yuan(paidFen)} 元` });
};
