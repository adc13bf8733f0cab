/**
 * Returns the price of a book for the caller: the renewal price if one applies, and the caller's open order if there is one. Returns no
 * price if the caller cannot buy the book now. Throws `catalog.bookNotFound`.
 */
import type { BookOffer } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Book } from '../../catalog/book.ts';
import type { Renewal } from '../../entitlement/find-renewal.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import type { OrderRecord } from '../order-record.ts';
import { REFUND_RULE } from '../refunds/refund-rule.ts';
import { findOpenOrder, findOpenOrderFor } from '../store.ts';
import { hasNothingToBuy, mayCallerBuy, requireListedBook } from './buyable-book.ts';
import { findSale, isForSale, type Purchase, purchaseOf } from './price.ts';
import { viewWindow } from './sale-window.ts';

const viewRenewal = ({ priceFen }: Book, { continuesAt }: Renewal): BookOffer['renewal'] => ({
  fullFen: priceFen,
  ...(continuesAt === undefined ? {} : { continuesAt }),
});

/** Returns the price for this user, and the user's unpaid order at this price. */
const findPurchase = async (
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

export const getBookOffer: UseCase<'getBookOffer', OrderOperationDependencies> = async (deps, caller, { bookId }) => {
  const now = deps.clock.now();
  const book = await requireListedBook(deps, bookId);
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const mayPay = mayCallerBuy(caller) && channels.length > 0 && !hasNothingToBuy(await deps.rightOf(caller, book));
  const isBuyable = mayPay && isForSale(book);
  const { termDays, renewalFen: _renewalFen, ...saleTimes } = await findSale(deps.db.orm, bookId);
  const userId = caller.reader?.userId;
  const { purchase, open: openAtPrice } =
    isBuyable && userId !== undefined ? await deps.db.transaction((tx) => findPurchase(tx, book, userId, now)) : {};
  const window = isForSale(book) ? viewWindow(saleTimes, now) : {};
  const renewal = purchase?.renewal;
  const isOffered = isBuyable && (renewal !== undefined || window.saleState === undefined);
  // An order created in time can be paid even if the sale has ended, unless the book was removed.
  const mayPayOlderOrder = mayPay && !isOffered && userId !== undefined && book.removalNotice === undefined;
  const open = mayPayOlderOrder ? await findOpenOrderFor(deps.db.orm, userId, { bookId }, now) : openAtPrice;
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
