import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionList } from './adoption-list.ts';

/** Withdraws an adoption list that is not ordered yet; it can be changed and submitted again. Throws `adoption.notFound`, `adoption.stateChanged`. */
export const withdrawAdoptionList = operation({
  name: 'withdrawAdoptionList',
  method: 'POST',
  path: '/api/adoption/withdraw',
  summary: '撤回征订单',
  permission: 'adoptTextbook',
  input: z.object({ id: entityId }),
  output: adoptionList,
  errors: ['adoption.notFound', 'adoption.stateChanged'],
});
