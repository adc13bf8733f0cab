import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes an adoption list that is a draft, returned or withdrawn. Throws `adoption.notFound`, `adoption.stateChanged`. */
export const deleteAdoptionList = operation({
  name: 'deleteAdoptionList',
  method: 'POST',
  path: '/api/adoption/delete',
  summary: '删除征订单',
  permission: 'adoptTextbook',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['adoption.notFound', 'adoption.stateChanged'],
});
