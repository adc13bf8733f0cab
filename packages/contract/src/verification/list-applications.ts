import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { applicationKind, applicationRecord } from './application.ts';

/** Lists applications: pending ones the oldest first, others by decision, the newest first. */
export const listApplications = operation({
  name: 'listApplications',
  method: 'GET',
  path: '/api/admin/application/list',
  summary: '认证与申请列表',
  permission: 'approveApplication',
  // The approval of a teacher or an author applies to all publishers, so an application belongs to no access scope.
  scope: 'platform',
  input: z.object({
    state: z.enum(['pending', 'approved', 'rejected', 'revoked']).default('pending'),
    kind: applicationKind.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(applicationRecord),
    counts: z.object({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int(), revoked: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});
