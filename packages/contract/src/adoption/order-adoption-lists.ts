import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adoptionIds } from './adoption-list.ts';

/** Records that the books of confirmed adoption lists were ordered, all or none of them. Throws `adoption.notFound`, `adoption.stateChanged`. */
export const orderAdoptionLists = operation({
  name: 'orderAdoptionLists',
  method: 'POST',
  path: '/api/admin/adoption/order',
  summary: '登记征订单已订购',
  permission: 'reviewAdoption',
  scope: 'filtered',
  input: z.object({ ids: adoptionIds }),
  output: z.object({ changed: z.number().int() }),
  errors: ['adoption.notFound', 'adoption.stateChanged'],
});
