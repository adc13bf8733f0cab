/** Orders a collection as a bundle. */
import { CodedError, type createOrder, type OutputOf } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { Book } from '../catalog/book.ts';
import { hasBoughtForGood } from '../entitlement/grant-bought-book.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { findBundle, permanentlyOwned, yuan } from './prices/bundle.ts';
import { SALE_SENTENCES, saleStateOf } from './prices/sale-window.ts';
import { submitOrder } from './submit-order.ts';

/** Returns whether both lists contain the same ids. `ids` contains no duplicates; `given` comes from the client. */
const isSameSet = (ids: readonly string[], given: readonly string[]): boolean =>
  ids.length === given.length && new Set(given).size === given.length && given.every((id) => ids.includes(id));

/**
 * Orders the books of a collection that the caller does not own, at the price that was displayed to the caller. Throws
 * `catalog.collectionNotFound`, `orders.notForSale`, `orders.notOnSaleNow`, `orders.alreadyOwned`, `orders.priceChanged`,
 * `orders.bundleChanged`, `request.tooMany`.
 */
export const orderBundle = async (
  deps: OrderOperationDependencies,
  caller: ReaderContext,
  { collectionId, bookIds, priceFen }: { collectionId: string; bookIds: readonly string[]; priceFen: number },
): Promise<OutputOf<typeof createOrder>> => {
  const { userId } = caller.reader;
  const displayed = await findBundle(deps.db.orm, collectionId, async (all) => permanentlyOwned(await deps.rightsOf(caller, all)));
  return submitOrder(
    deps,
    userId,
    displayed.books.map(({ id }) => id),
    async (tx) => {
      // The owned books are read again under the lock, because another purchase of the user may have been fulfilled meanwhile.
      const listOwned = async (books: readonly Book[]): Promise<ReadonlySet<string>> => {
        const ids = new Set(displayed.owned);
        for (const { id } of books) if (await hasBoughtForGood(tx, userId, id)) ids.add(id);
        return ids;
      };
      const { title, books, owned, sku, price } = await findBundle(tx, collectionId, listOwned);
      if (sku === undefined || books.length === 0 || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
      const state = saleStateOf(sku, deps.clock.now());
      if (state !== undefined) throw new CodedError('orders.notOnSaleNow', { reason: SALE_SENTENCES[state] });
      if (price === undefined) throw new CodedError('orders.alreadyOwned');
      if (price.payFen !== priceFen) throw new CodedError('orders.priceChanged', { price: yuan(price.payFen) });
      const parts = new Map(price.parts.map((part) => [part.bookId, part]));
      if (!isSameSet([...parts.keys()], bookIds)) throw new CodedError('orders.bundleChanged');
      return {
        skuId: sku.id,
        items: books.flatMap(({ id: bookId, title: bookTitle, authors }) => {
          const part = parts.get(bookId);
          if (part === undefined) return [];
          const term = sku.termDays === undefined ? {} : { termDays: sku.termDays };
          return [{ bookId, title: bookTitle, authors, priceFen: part.listFen, payFen: part.payFen, ...term }];
        }),
        bundle: { collectionId, title, owned: books.filter(({ id }) => owned.has(id)).map((book) => book.title) },
      };
    },
  );
};
