/** Ordering a book: what it would mean, and doing it. */
import {
  type AccessRight,
  CodedError,
  type createOrder as createOrderOperation,
  type getBookOffer,
  type OutputOf,
} from '@shufang/contract';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { placeOrder } from './place-order.ts';
import { findTerm, isForSale, skuOf } from './price.ts';
import { REFUND_RULE } from './refund-rule.ts';
import { findOpenOrder } from './store.ts';

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
  const book = await requireBook(deps, bookId);
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const isOffered = asker.mayBuy && isForSale(book) && channels.length > 0 && !hasNothingToBuy(await asker.rightOf(book));
  const termDays = await findTerm(deps.db.orm, bookId);
  const open =
    asker.userId === undefined || !isOffered
      ? undefined
      : await deps.db.transaction(async (tx) => {
          const sku = await skuOf(tx, book, deps.clock.now());
          const wish = sku && { skuId: sku.id, payFen: sku.priceFen, bookIds: [book.id] };
          return wish && findOpenOrder(tx, asker.userId ?? '', wish, deps.clock.now());
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
  input: { bookId: string; priceFen: number },
): Promise<OutputOf<typeof createOrderOperation>> => {
  const book = await requireBook(deps, input.bookId);
  if (!isForSale(book) || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
  if (hasNothingToBuy(await buyer.rightOf(book))) throw new CodedError('orders.alreadyOwned');
  if (book.priceFen !== input.priceFen) throw new CodedError('orders.priceChanged', { price: (book.priceFen / 100).toFixed(2) });
  return placeOrder(deps, buyer.userId, [book.id], async (tx) => {
    const sku = await skuOf(tx, book, deps.clock.now());
    if (sku === undefined) throw new CodedError('orders.notForSale');
    const { id: bookId, title, authors } = book;
    const { priceFen, termDays } = sku;
    return {
      skuId: sku.id,
      items: [{ bookId, title, authors, priceFen, payFen: priceFen, ...(termDays === undefined ? {} : { termDays }) }],
      bundle: undefined,
    };
  });
};
