import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adoptionDeadline, adoptionList } from './adoption-list.ts';

/** Lists the caller's adoption lists, the newest first, and what a new one may choose: institutions with their deadlines, and classes. */
export const listAdoptionLists = operation({
  name: 'listAdoptionLists',
  method: 'GET',
  path: '/api/adoption/list',
  summary: '我的征订单',
  permission: 'adoptTextbook',
  input: z.object({}),
  output: z.object({
    items: z.array(adoptionList),
    institutions: z.array(z.object({ id: entityId, name: z.string() })),
    deadlines: z.array(adoptionDeadline),
    classes: z.array(z.object({ id: entityId, name: z.string() })),
  }),
});
