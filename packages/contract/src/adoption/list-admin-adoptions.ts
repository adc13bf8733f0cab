import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { adminAdoptionList, adoptionFilter } from './adoption-list.ts';

/** Lists adoption lists of one state, the oldest first while they wait for the operator, otherwise the newest first. */
export const listAdminAdoptions = operation({
  name: 'listAdminAdoptions',
  method: 'GET',
  path: '/api/admin/adoption/list',
  summary: '教材征订（工作台）',
  permission: 'reviewAdoption',
  scope: 'filtered',
  input: z.object({ ...adoptionFilter, cursor: z.string().max(128).optional(), limit: pageLimit() }),
  output: z.object({
    items: z.array(adminAdoptionList),
    counts: z.object({
      submitted: z.number().int(),
      returned: z.number().int(),
      withdrawn: z.number().int(),
      confirmed: z.number().int(),
      ordered: z.number().int(),
    }),
    nextCursor: z.string().optional(),
  }),
});
