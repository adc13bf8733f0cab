/**
 * Returns the bundle price of a collection for editors, with the number of its books for sale and their total. Throws
 * `catalog.collectionNotFound`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { listPriceOf, requireBundleBooks } from './bundle.ts';
import { saleWindowOf } from './sale-window.ts';
import { findActiveSku } from './sku-store.ts';

export const getBundlePrice: UseCase<'getBundlePrice', Pick<OrderDependencies, 'db'>> = async ({ db }, _caller, { collectionId }) => {
  const { books } = await requireBundleBooks(db.orm, collectionId);
  const sku = await findActiveSku(db.orm, { collectionId });
  return {
    ...(sku === undefined ? {} : { priceFen: sku.priceFen }),
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...(sku === undefined ? {} : saleWindowOf(sku)),
    books: books.length,
    listFen: listPriceOf(books),
  };
};
