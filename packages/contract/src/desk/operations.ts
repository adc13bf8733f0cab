/** What waits for those who run the library. */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** `failedRefunds`: the platform refused. `failedImports`: of the last 7 days, and not tried again. `expiringLicences`: they end within 30 days. */
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
  'batches',
  'failedImports',
  'expiringLicences',
]);
export type WorkKind = z.output<typeof workKind>;

/** How much waits, of what the person may do something about; the rest is absent. */
export const getDeskWork = operation({
  name: 'getDeskWork',
  method: 'GET',
  path: '/api/admin/work',
  summary: '等待处理的工作',
  input: z.object({}),
  output: z.object({ work: z.partialRecord(workKind, z.number().int()) }),
});
