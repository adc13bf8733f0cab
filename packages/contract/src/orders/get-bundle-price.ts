import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { saleWindowInput } from './admin-order.ts';

/** Returns the bundle price of a collection and its books for sale; without a price it is not sold as a bundle. */
export const getBundlePrice = operation({
  name: 'getBundlePrice',
  method: 'GET',
  path: '/api/admin/collection/price',
  summary: '合集的整套价格',
  permission: 'curate',
  scope: { collectionId: 'collection' },
  input: z.object({ collectionId: entityId }),
  output: z.object({
    priceFen: z.number().int().optional(),
    termDays: z.number().int().optional(),
    ...saleWindowInput,
    /** Number of books for sale individually, and their total price. */
    books: z.number().int(),
    listFen: z.number().int(),
  }),
  errors: ['catalog.collectionNotFound'],
});
