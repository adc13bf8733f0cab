import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Kinds of pending work. `failedRefunds`: refunds that the payment provider rejected. `failedImports`: imports that failed in the last 7
 * days and were not retried. `samplesToShip`: approved printed samples. `adoptionsToOrder`: confirmed adoption lists. `expiringLicenses`:
 * licenses that end within 30 days.
 */
export const workKind = z.enum([
  'refunds',
  'failedRefunds',
  'invoices',
  'redInvoices',
  'tickets',
  'errata',
  'reportedRatings',
  'searches',
  'teachers',
  'authors',
  'claims',
  'samples',
  'samplesToShip',
  'adoptions',
  'adoptionsToOrder',
  'royaltyDrafts',
  'royaltyDisputes',
  'royaltiesToPay',
  'batches',
  'failedImports',
  'expiringLicenses',
]);

export type WorkKind = z.output<typeof workKind>;

/** Returns the number of pending items of each kind the caller has permission for; other kinds are absent. */
export const getAdminWork = operation({
  name: 'getAdminWork',
  method: 'GET',
  path: '/api/admin/work',
  summary: '等待处理的工作',
  permission: 'answerTickets',
  // Each kind of pending work is counted within the access scope of its own permission.
  scope: 'filtered',
  input: z.object({}),
  output: z.object({ work: z.partialRecord(workKind, z.number().int()) }),
});
