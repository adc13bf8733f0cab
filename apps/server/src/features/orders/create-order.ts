/**
 * Creates an order for a book or a collection, or returns the caller's open order for the same book or collection. Throws the errors of
 * `orderBook` or `orderBundle`.
 */
import type { UseCase } from '../../platform/http/register.ts';
import { orderBook } from './order-book.ts';
import { orderBundle } from './order-bundle.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';

export const createOrder: UseCase<'createOrder', OrderOperationDependencies> = (
  deps,
  caller,
  { bookId = '', collectionId, bookIds, priceFen },
) =>
  collectionId === undefined
    ? orderBook(deps, caller, { bookId, priceFen })
    : orderBundle(deps, caller, { collectionId, bookIds, priceFen });
