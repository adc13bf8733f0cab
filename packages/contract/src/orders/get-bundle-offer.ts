import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { orderNo, paymentChannel } from './order.ts';
import { saleWindow } from './order-fields.ts';

/**
 * Offer for a collection as a bundle. Books that the caller owns permanently are deducted by their share of the bundle price, proportional
 * to list prices and rounded down to the fen. The price never exceeds the total of the remaining books.
 */
export const bundleOffer = z.object({
  /** Price of the bundle for the caller in fen; absent if it cannot be bought. */
  priceFen: z.number().int().optional(),
  /** Price of the whole bundle in fen; absent if the collection is not sold as a bundle. */
  bundleFen: z.number().int().optional(),
  /** Total list price of the books to buy. */
  listFen: z.number().int(),
  /** Deduction in fen for books that the caller owns. */
  deductedFen: z.number().int(),
  /** Ids of the books to buy, and the number of books that the caller owns. */
  bookIds: z.array(entityId),
  ownedCount: z.number().int(),
  termDays: z.number().int().optional(),
  ...saleWindow,
  refundRule: z.string(),
  channels: z.array(paymentChannel),
  /** Number and amount of the caller's unpaid order for the bundle. */
  openOrderNo: orderNo.optional(),
  openOrderFen: z.number().int().optional(),
});

export type BundleOffer = z.output<typeof bundleOffer>;

export const getBundleOffer = operation({
  name: 'getBundleOffer',
  method: 'GET',
  path: '/api/order/bundleOffer',
  summary: '整套购买说明',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ collectionId: entityId }),
  output: bundleOffer,
  errors: ['catalog.collectionNotFound'],
});
