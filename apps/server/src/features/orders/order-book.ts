/** Orders a single book. */
import { CodedError, type createOrder, type OutputOf } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { hasNothingToBuy, requireListedBook } from './prices/buyable-book.ts';
import { isForSale, purchaseOf } from './prices/price.ts';
import { SALE_SENTENCES, saleStateOf } from './prices/sale-window.ts';
import { submitOrder } from './submit-order.ts';

/**
 * Orders a book at the price that was displayed to the caller. Throws `catalog.bookNotFound`, `orders.notForSale`, `orders.notOnSaleNow`,
 * `orders.alreadyOwned`, `orders.priceChanged`, `request.tooMany`.
 */
export const orderBook = async (
  deps: OrderOperationDependencies,
  caller: ReaderContext,
  input: { bookId: string; priceFen: number },
): Promise<OutputOf<typeof createOrder>> => {
  const { userId } = caller.reader;
  const book = await requireListedBook(deps, input.bookId);
  if (!isForSale(book) || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
  if (hasNothingToBuy(await deps.rightOf(caller, book))) throw new CodedError('orders.alreadyOwned');
  const readBefore = await deps.readShareOf(userId, book.id);
  return submitOrder(deps, userId, [book.id], async (tx) => {
    const now = deps.clock.now();
    const purchase = await purchaseOf(tx, book, userId, now);
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
