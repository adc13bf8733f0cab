import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { orderNo, paymentChannel } from './order.ts';
import { saleWindow } from './order-fields.ts';

/** Offer for a book: price, term, sale window and refund rule. */
export const bookOffer = z.object({
  /** Price of the book in fen; absent if it cannot be bought. */
  priceFen: z.number().int().optional(),
  /** Term of the entitlement in days from the payment; absent if it is permanent. */
  termDays: z.number().int().optional(),
  ...saleWindow,
  /**
   * Present if the caller had an entitlement, or has one that ends soon, and can renew it at `priceFen`, even outside the sale window.
   * `fullFen`: regular price. `continuesAt`: end of the current entitlement, where the term starts; absent: from the payment.
   */
  renewal: z.object({ fullFen: z.number().int(), continuesAt: z.number().int().optional() }).optional(),
  refundRule: z.string(),
  channels: z.array(paymentChannel),
  /** Number and amount of the caller's unpaid order for the book, even if it is no longer on sale. */
  openOrderNo: orderNo.optional(),
  openOrderFen: z.number().int().optional(),
});

export type BookOffer = z.output<typeof bookOffer>;

export const getBookOffer = operation({
  name: 'getBookOffer',
  method: 'GET',
  path: '/api/order/offer',
  summary: '购买说明',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: bookOffer,
  errors: ['catalog.bookNotFound'],
});
