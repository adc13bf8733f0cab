import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { isSaleWindow, SALE_WINDOW_ERROR, saleWindowInput } from './admin-order.ts';

/** Sets the bundle price of a collection, at most the total of its books; 0 ends the sale. Open orders keep their price. */
export const setBundlePrice = operation({
  name: 'setBundlePrice',
  method: 'POST',
  path: '/api/admin/collection/price',
  summary: '合集定价',
  permission: 'curate',
  scope: { collectionId: 'collection' },
  input: z
    .object({
      collectionId: entityId,
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
      /** Term of an entitlement that is bought, in days; absent if it is permanent. */
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      ...saleWindowInput,
    })
    .refine(isSaleWindow, SALE_WINDOW_ERROR),
  output: z.object({ priceFen: z.number().int(), termDays: z.number().int().optional(), ...saleWindowInput }),
  errors: ['catalog.collectionNotFound', 'orders.bundlePrice'],
});
