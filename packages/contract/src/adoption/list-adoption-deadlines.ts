import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adoptionDeadline } from './adoption-list.ts';

/** Lists the deadlines of the institutions in the access scope, the latest first, at most 200. */
export const listAdoptionDeadlines = operation({
  name: 'listAdoptionDeadlines',
  method: 'GET',
  path: '/api/admin/adoption/deadlines',
  summary: '征订截止时间',
  permission: 'reviewAdoption',
  scope: 'filtered',
  input: z.object({}),
  output: z.object({ items: z.array(adoptionDeadline) }),
});
