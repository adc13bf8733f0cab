/** Ordering a book: what it would mean, and doing it. */
import { randomInt } from 'node:crypto';
import {
  type AccessRight,
  CodedError,
  type createOrder as createOrderOperation,
  type getBookOffer,
  LIMITS,
  type OutputOf,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import { lockPurchasesOf } from '../commerce/grant-bought-book.ts';
import { countPerHour, type OrderDependencies } from './order-dependencies.ts';
import { findTerm, isForSale, skuOf } from './price.ts';
import { REFUND_RULE } from './refund-rule.ts';
import { findOpenOrder, findOrder, insertOrder } from './store.ts';
import { viewOrder } from './view.ts';

const CHINA_AHEAD_MS = 8 * 3_600_000;
const RANDOM_DIGITS = 6;

/** The moment in China to the second, and six random digits. */
const makeOrderNo = (now: number): string => {
  const moment = new Date(now + CHINA_AHEAD_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return moment + String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
};

const requireBook = async (deps: Pick<OrderDependencies, 'db'>, bookId: string): Promise<Book> => {
  const book = await findBook(deps.db.orm, bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('catalog.bookNotFound');
  return book;
};

/** Whoever may read everything for good has nothing to buy; a right that ends can be prolonged. */
const hasNothingToBuy = (right: AccessRight): boolean => right.kind === 'owned' && right.endsAt === undefined;

export const offerBook = async (
  deps: OrderDependencies,
  asker: { userId: string | undefined; mayBuy: boolean; rightOf: (book: Book) => Promise<AccessRight> },
  bookId: string,
): Promise<OutputOf<typeof getBookOffer>> => {
  const book = await requireBook(deps, bookId);
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const isOffered = asker.mayBuy && isForSale(book) && channels.length > 0 && !hasNothingToBuy(await asker.rightOf(book));
  const termDays = await findTerm(deps.db.orm, bookId);
  const open =
    asker.userId === undefined || !isOffered
      ? undefined
      : await deps.db.transaction(async (tx) => {
          const sku = await skuOf(tx, book, deps.clock.now());
          return sku && findOpenOrder(tx, asker.userId ?? '', sku.id, deps.clock.now());
        });
  return {
    ...(isOffered ? { priceFen: book.priceFen } : {}),
    ...(termDays === undefined ? {} : { termDays }),
    refundRule: REFUND_RULE,
    channels,
    ...(open === undefined ? {} : { openOrderNo: open.no }),
  };
};

/** Throws `catalog.bookNotFound`, `orders.notForSale`, `orders.alreadyOwned`, `orders.priceChanged`, `request.tooMany`. */
export const createOrder = async (
  deps: OrderDependencies,
  buyer: { userId: string; rightOf: (book: Book) => Promise<AccessRight> },
  input: ParsedInputOf<typeof createOrderOperation>,
): Promise<OutputOf<typeof createOrderOperation>> => {
  const book = await requireBook(deps, input.bookId);
  if (!isForSale(book) || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
  if (hasNothingToBuy(await buyer.rightOf(book))) throw new CodedError('orders.alreadyOwned');
  if (book.priceFen !== input.priceFen) throw new CodedError('orders.priceChanged', { price: (book.priceFen / 100).toFixed(2) });
  const now = deps.clock.now();
  const { no, reused } = await deps.db.transaction(async (tx) => {
    await lockPurchasesOf(tx, buyer.userId, book.id);
    const sku = await skuOf(tx, book, now);
    if (sku === undefined) throw new CodedError('orders.notForSale');
    const open = await findOpenOrder(tx, buyer.userId, sku.id, now);
    if (open !== undefined) return { no: open.no, reused: true };
    await countPerHour(deps, 'orders', buyer.userId, LIMITS.ordersPerUserPerHour);
    const { id: bookId, title, authors } = book;
    const item = { bookId, title, authors, priceFen: sku.priceFen, ...(sku.termDays === undefined ? {} : { termDays: sku.termDays }) };
    for (;;) {
      const made = {
        no: makeOrderNo(now),
        userId: buyer.userId,
        skuId: sku.id,
        item,
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
