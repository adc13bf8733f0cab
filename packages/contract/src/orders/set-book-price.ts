import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { isSaleWindow, SALE_WINDOW_ERROR, saleWindowInput } from './admin-order.ts';

/**
 * Sets the price, term, sale window and renewal price of a book; price 0 makes it free. Open orders keep their price.
 */
export const setBookPrice = operation({
  name: 'setBookPrice',
  method: 'POST',
  path: '/api/admin/book/price',
  summary: '图书定价',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z
    .object({
      bookId: entityId,
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
      /** Term of an entitlement that is bought, in days; absent if it is permanent. */
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      ...saleWindowInput,
      /** Renewal price in fen; absent if a renewal costs as much as a purchase. */
      renewalFen: z.coerce.number().int().min(1, '续订价须大于 0').max(LIMITS.priceFenMax).optional(),
    })
    .refine(isSaleWindow, SALE_WINDOW_ERROR)
    .refine(({ priceFen, renewalFen }) => renewalFen === undefined || renewalFen < priceFen, {
      message: '续订价须低于定价',
      path: ['renewalFen'],
    }),
  output: z.object({
    bookId: entityId,
    priceFen: z.number().int(),
    termDays: z.number().int().optional(),
    ...saleWindowInput,
    renewalFen: z.number().int().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});
