/** Writes an order, or answers the open one for the same. */
import { randomInt } from 'node:crypto';
import { type createOrder as createOrderOperation, LIMITS, type OrderBundle, type OrderItem, type OutputOf } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { lockPurchasesOf } from '../commerce/grant-bought-book.ts';
import { countPerHour, type OrderDependencies } from './order-dependencies.ts';
import type { OrderedItem } from './order-record.ts';
import { findOpenOrder, findOrder, insertOrder } from './store.ts';
import { viewOrder } from './view.ts';

const CHINA_AHEAD_MS = 8 * 3_600_000;
const RANDOM_DIGITS = 6;

/** The moment in China to the second, and six random digits. */
const makeOrderNo = (now: number): string => {
  const moment = new Date(now + CHINA_AHEAD_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return moment + String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
};

export interface PricedWish {
  readonly skuId: string;
  readonly items: readonly OrderedItem[];
  readonly bundle: OrderBundle | undefined;
}

const sumOf = (items: readonly OrderItem[], amountOf: (item: OrderItem) => number): number =>
  items.reduce((sum, item) => sum + amountOf(item), 0);

/** `price` is asked once the person's other purchases of these books wait. Throws `request.tooMany`, and what `price` throws. */
export const placeOrder = async (
  deps: OrderDependencies,
  userId: string,
  bookIds: readonly string[],
  price: (tx: Transaction) => Promise<PricedWish>,
): Promise<OutputOf<typeof createOrderOperation>> => {
  const now = deps.clock.now();
  const { no, reused } = await deps.db.transaction(async (tx) => {
    for (const bookId of bookIds.toSorted()) await lockPurchasesOf(tx, userId, bookId);
    const { skuId, items, bundle } = await price(tx);
    const totalFen = sumOf(items, ({ priceFen }) => priceFen);
    const payFen = sumOf(items, (item) => item.payFen);
    const open = await findOpenOrder(tx, userId, { skuId, payFen, bookIds: items.map(({ bookId }) => bookId) }, now);
    if (open !== undefined) return { no: open.no, reused: true };
    await countPerHour(deps, 'orders', userId, LIMITS.ordersPerUserPerHour);
    for (;;) {
      const made = {
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
      if (await insertOrder(tx, made)) return { no: made.no, reused: false };
    }
  });
  const order = await findOrder(deps.db.orm, no);
  if (order === undefined) throw new Error(`order ${no} vanished`);
  return { order: viewOrder(order), reused };
};
