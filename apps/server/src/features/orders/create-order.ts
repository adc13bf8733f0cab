/** Ordering a book: what it would mean, and doing it. */
import {
  type AccessRight,
  type BookOffer,
  CodedError,
  type createOrder as createOrderOperation,
  type getBookOffer,
  type OutputOf,
} from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import type { Renewal } from '../commerce/find-renewal.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import type { OrderRecord } from './order-record.ts';
import { placeOrder } from './place-order.ts';
import { findSale, isForSale, type Purchase, purchaseOf } from './price.ts';
import { REFUND_RULE } from './refund-rule.ts';
import { SALE_SENTENCES, saleStateOf, viewWindow } from './sale-window.ts';
import { findOpenOrder, findOpenOrderFor } from './store.ts';

const requireBook = async (deps: Pick<OrderDependencies, 'db'>, bookId: string): Promise<Book> => {
  const book = await findBook(deps.db.orm, bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('catalog.bookNotFound');
  return book;
};

/** Whoever may read everything for good has nothing to buy; a right that ends can be prolonged. */
export const hasNothingToBuy = (right: AccessRight): boolean => right.kind === 'owned' && right.endsAt === undefined;

export const offerBook = async (
  deps: OrderDependencies,
  asker: { userId: string | undefined; mayBuy: boolean; rightOf: (book: Book) => Promise<AccessRight> },
  bookId: string,
): Promise<OutputOf<typeof getBookOffer>> => {
  const now = deps.clock.now();
  const book = await requireBook(deps, bookId);
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const mayPay = asker.mayBuy && channels.length > 0 && !hasNothingToBuy(await asker.rightOf(book));
  const isWanted = mayPay && isForSale(book);
  const { termDays, renewalFen: _lower, ...bounds } = await findSale(deps.db.orm, bookId);
  const { userId } = asker;
  const { purchase, open: same } =
    isWanted && userId !== undefined ? await deps.db.transaction((tx) => seePurchase(tx, book, userId, now)) : {};
  const window = isForSale(book) ? viewWindow(bounds, now) : {};
  const renewal = purchase?.renewal;
  const isOffered = isWanted && (renewal !== undefined || window.saleState === undefined);
  // One that was made in time is paid in time, whatever became of the sale; but not for what nobody may read.
  const isLeft = mayPay && !isOffered && userId !== undefined && book.removalNotice === undefined;
  const open = isLeft ? await findOpenOrderFor(deps.db.orm, userId, { bookId }, now) : same;
  return {
    ...(isOffered ? { priceFen: purchase?.sku.priceFen ?? book.priceFen } : {}),
    ...(termDays === undefined ? {} : { termDays }),
    ...window,
    ...(renewal === undefined ? {} : { renewal: viewRenewal(book, renewal) }),
    refundRule: REFUND_RULE,
    channels,
    ...(open === undefined ? {} : { openOrderNo: open.no, openOrderFen: open.payFen }),
  };
};

const viewRenewal = ({ priceFen }: Book, { continuesAt }: Renewal): BookOffer['renewal'] => ({
  fullFen: priceFen,
  ...(continuesAt === undefined ? {} : { continuesAt }),
});

/** The price for this person, and their order at it that waits for its payment. */
const seePurchase = async (
  tx: Transaction,
  book: Book,
  userId: string,
  now: number,
): Promise<{ purchase?: Purchase | undefined; open?: OrderRecord | undefined }> => {
  const purchase = await purchaseOf(tx, book, userId, now);
  if (purchase === undefined) return {};
  const { sku } = purchase;
  return { purchase, open: await findOpenOrder(tx, userId, { skuId: sku.id, payFen: sku.priceFen, bookIds: [book.id] }, now) };
};

/** Throws `catalog.bookNotFound`, `orders.notForSale`, `orders.notOnSaleNow`, `orders.alreadyOwned`, `orders.priceChanged`, `request.tooMany`. */
export const createOrder = async (
  deps: OrderDependencies,
  buyer: { userId: string; rightOf: (book: Book) => Promise<AccessRight> },
  input: { bookId: string; priceFen: number },
): Promise<OutputOf<typeof createOrderOperation>> => {
  const book = await requireBook(deps, input.bookId);
  if (!isForSale(book) || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
  if (hasNothingToBuy(await buyer.rightOf(book))) throw new CodedError('orders.alreadyOwned');
  const readBefore = await deps.readShareOf(buyer.userId, book.id);
  return placeOrder(deps, buyer.userId, [book.id], async (tx) => {
    const now = deps.clock.now();
    const purchase = await purchaseOf(tx, book, buyer.userId, now);
    if (purchase === undefined) throw new CodedError('orders.notForSale');
    const { sku, renewal } = purchase;
    if (renewal === undefined) {
      const state = saleStateOf(sku, now);
      if (state !== undefined) throw new CodedError('orders.notOnSaleNow', { reason: SALE_SENTENCES[state] });
    }
    const { id: bookId, title, authors } = book;
    const { priceFen, termDays } = sku;
    if (priceFen !== input.priceFen) throw new CodedError('orders.priceChanged', { price: (priceFen / 100).toFixed(2) });
    const term = termDays === undefined ? {} : { termDays };
    const renewed = renewal === undefined ? {} : { renewal: true, readBefore };
    const item = { bookId, title, authors, priceFen, payFen: priceFen, ...term, ...renewed };
    return { skuId: sku.id, items: [item], bundle: undefined };
  });
};
