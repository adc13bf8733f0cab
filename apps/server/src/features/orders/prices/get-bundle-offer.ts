/**
 * Returns the price of a collection as a bundle for the caller, who may own some of its books, and the open order if there is one. Throws
 * `catalog.collectionNotFound`.
 */
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies, OrderOperationDependencies } from '../order-dependencies.ts';
import type { OrderRecord } from '../order-record.ts';
import { REFUND_RULE } from '../refunds/refund-rule.ts';
import { findOpenOrder, findOpenOrderFor, type OrderRequest } from '../store.ts';
import { findBundle, permanentlyOwned } from './bundle.ts';
import { mayCallerBuy } from './buyable-book.ts';
import { viewWindow } from './sale-window.ts';

/**
 * Returns the caller's open order. `request`: what would be ordered now. If the collection is not on sale now, returns the newest open
 * order for it, because an order created in time can be paid even if the sale has ended.
 */
const findOpenOrderOf = async (
  { db: { orm }, clock }: Pick<OrderDependencies, 'db' | 'clock'>,
  caller: CallContext,
  { collectionId, request }: { collectionId: string; request: OrderRequest | undefined },
): Promise<OrderRecord | undefined> => {
  const userId = caller.reader?.userId;
  if (userId === undefined || !mayCallerBuy(caller)) return undefined;
  return request === undefined
    ? findOpenOrderFor(orm, userId, { collectionId }, clock.now())
    : findOpenOrder(orm, userId, request, clock.now());
};

export const getBundleOffer: UseCase<'getBundleOffer', OrderOperationDependencies> = async (deps, caller, { collectionId }) => {
  const { books, owned, sku, price } = await findBundle(deps.db.orm, collectionId, async (all) =>
    permanentlyOwned(await deps.rightsOf(caller, all)),
  );
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const bookIds = price?.parts.map(({ bookId }) => bookId) ?? [];
  const window = viewWindow(sku, deps.clock.now());
  const isOffered = mayCallerBuy(caller) && price !== undefined && channels.length > 0 && window.saleState === undefined;
  const open = await findOpenOrderOf(deps, caller, {
    collectionId,
    request: isOffered && sku !== undefined ? { skuId: sku.id, payFen: price.payFen, bookIds } : undefined,
  });
  return {
    ...(isOffered ? { priceFen: price.payFen } : {}),
    ...(sku === undefined || books.length === 0 ? {} : { bundleFen: sku.priceFen }),
    listFen: price?.listFen ?? 0,
    deductedFen: price?.deductedFen ?? 0,
    bookIds,
    ownedCount: owned.size,
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...window,
    refundRule: REFUND_RULE,
    channels,
    ...(open === undefined ? {} : { openOrderNo: open.no, openOrderFen: open.payFen }),
  };
};
