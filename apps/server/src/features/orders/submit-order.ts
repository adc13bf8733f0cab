/** Stores an order, or finds the open order for the same request. */
import { randomInt } from 'node:crypto';
import { type createOrder, LIMITS, type OrderBundle, type OrderItem, type OutputOf } from '@shufang/contract';
import { chinaClock } from '../../platform/china-time.ts';
import type { Transaction } from '../../platform/database.ts';
import { lockPurchasesOf } from '../entitlement/grant-bought-book.ts';
import { ORDER_LIMITS } from './limits.ts';
import { countPerHour, type OrderDependencies } from './order-dependencies.ts';
import type { OrderedItem } from './order-record.ts';
import { findOpenOrder, findOrder, insertOrder } from './store.ts';
import { viewOrder } from './view.ts';

const RANDOM_DIGITS = 6;

/** Returns an order number: the time in China to the second, and six random digits. */
const makeOrderNo = (now: number): string => {
  const moment = chinaClock(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return moment + String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
};

export interface PricedRequest {
  readonly skuId: string;
  readonly items: readonly OrderedItem[];
  readonly bundle: OrderBundle | undefined;
}

const sumOf = (items: readonly OrderItem[], amountOf: (item: OrderItem) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0);

/**
 * Returns the new order, or the open one for the same request. `price` is called while the user's other purchases of these books are
 * locked. Throws `request.tooMany`, and the errors of `price`.
 */
export const submitOrder = async (
  deps: OrderDependencies,
  userId: string,
  bookIds: readonly string[],
  price: (tx: Transaction) => Promise<PricedRequest>,
): Promise<OutputOf<typeof createOrder>> => {
  const now = deps.clock.now();
  const { no, reused } = await deps.db.transaction(async (tx) => {
    for (const bookId of bookIds.toSorted()) await lockPurchasesOf(tx, userId, bookId);
    const { skuId, items, bundle } = await price(tx);
    const totalFen = sumOf(items, ({ priceFen }) => priceFen);
    const payFen = sumOf(items, (item) => item.payFen);
    const open = await findOpenOrder(tx, userId, { skuId, payFen, bookIds: items.map(({ bookId }) => bookId) }, now);
    if (open !== undefined) return { no: open.no, reused: true };
    await countPerHour(deps, 'orders', userId, ORDER_LIMITS.ordersPerUserPerHour);
    for (;;) {
      const created = {
        no: makeOrderNo(now),
        userId,
        skuId,
        items,
        bundle,
        totalFen,
        payFen,
        expireAt: now + LIMITS.orderLifetimeMs,
        createdAt: now,
      };
      if (await insertOrder(tx, created)) return { no: created.no, reused: false };
    }
  });
  const order = await findOrder(deps.db.orm, no);
  if (order === undefined) throw new Error(`order ${no} was not found`);
  return { order: viewOrder(order), reused };
};
