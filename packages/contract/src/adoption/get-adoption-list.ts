import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionList } from './adoption-list.ts';

/** Returns an adoption list of the caller. Throws `adoption.notFound`. */
export const getAdoptionList = operation({
  name: 'getAdoptionList',
  method: 'GET',
  path: '/api/adoption/get',
  summary: '征订单',
  permission: 'adoptTextbook',
  input: z.object({ id: entityId }),
  output: adoptionList,
  errors: ['adoption.notFound'],
});
