import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { adminSample, sampleCounts, sampleFilter } from './sample-request.ts';

/** Lists samples of one state, the oldest first while they wait for the operator, otherwise the newest first. */
export const listAdminSamples = operation({
  name: 'listAdminSamples',
  method: 'GET',
  path: '/api/admin/sample/list',
  summary: '样书申请列表（工作台）',
  permission: 'approveApplication',
  scope: 'filtered',
  input: z.object({ ...sampleFilter, cursor: z.string().max(128).optional(), limit: pageLimit() }),
  output: z.object({ items: z.array(adminSample), counts: sampleCounts, nextCursor: z.string().optional() }),
});
