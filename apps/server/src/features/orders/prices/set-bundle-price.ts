/**
 * Sets the price of a collection as a bundle, with its term and sale window; 0 ends the sale. Throws `catalog.collectionNotFound`,
 * `orders.bundlePrice` for fewer than two books or a price above their total.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { changeBetween, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { listPriceOf, requireBundleBooks, yuan } from './bundle.ts';
import { saleWindowOf } from './sale-window.ts';
import { findActiveSku, replaceSku } from './sku-store.ts';

export const setBundlePrice: UseCase<'setBundlePrice', Pick<OrderDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { collectionId, priceFen, termDays, saleFrom, saleTo },
) =>
  db.transaction(async (tx) => {
    const { title, books } = await requireBundleBooks(tx, collectionId);
    const listFen = listPriceOf(books);
    if (priceFen > 0 && books.length < 2) throw new CodedError('orders.bundlePrice', { reason: '至少要有两本在售的图书，才能整套出售' });
    if (priceFen > listFen) throw new CodedError('orders.bundlePrice', { reason: `整套价格不能高于逐本购买的 ${yuan(listFen)} 元` });
    const previous = await findActiveSku(tx, { collectionId });
    await replaceSku(tx, { collectionId }, { priceFen, termDays, saleFrom, saleTo }, clock.now());
    const facts = changeBetween(
      { priceFen: previous?.priceFen ?? 0, termDays: previous?.termDays, saleFrom: previous?.saleFrom, saleTo: previous?.saleTo },
      { priceFen, termDays, saleFrom, saleTo },
    );
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'collection.price', target: { kind: 'collection', id: collectionId, name: title }, ...facts },
      clock.now(),
    );
    return {
      payload: { priceFen, ...(termDays === undefined ? {} : { termDays }), ...saleWindowOf({ saleFrom, saleTo }) },
      say: priceFen === 0 ? '已停止整套出售' : '已更新整套价格',
    };
  });
