import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { order } from './order.ts';

/**
 * Creates an order for a book, or for a collection as a bundle, at the displayed price and, for a collection, with the displayed books. If
 * the caller already has an open order for the same book or collection, returns that order.
 */
export const createOrder = operation({
  name: 'createOrder',
  method: 'POST',
  path: '/api/order/create',
  summary: '下单',
  permission: 'buy',
  input: z
    .object({
      bookId: entityId.optional(),
      collectionId: entityId.optional(),
      /** Ids of the books that the client showed as parts of the bundle; required with `collectionId`. */
      bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
    })
    .refine(({ bookId, collectionId }) => (bookId === undefined) !== (collectionId === undefined), '请指定一本书或一个合集'),
  output: z.object({ order, reused: z.boolean() }),
  errors: [
    'catalog.bookNotFound',
    'catalog.collectionNotFound',
    'orders.notForSale',
    'orders.notOnSaleNow',
    'orders.alreadyOwned',
    'orders.priceChanged',
    'orders.bundleChanged',
  ],
});
