import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';
import { royaltyStatementIds } from './royalty.ts';

/**
 * Records that confirmed statements were paid. A statement that was issued 30 days ago and neither confirmed nor disputed counts as
 * confirmed. Throws `royalty.notFound`, `royalty.notConfirmed`.
 */
export const payRoyaltyStatements = operation({
  name: 'payRoyaltyStatements',
  method: 'POST',
  path: '/api/admin/royalty/pay',
  summary: '版税：登记付款',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({
    ids: royaltyStatementIds,
    paidOn: calendarDay,
    reference: z.string().trim().min(1, '请填写付款凭证号').max(LIMITS.royaltyReferenceChars, `最多 ${LIMITS.royaltyReferenceChars} 个字`),
  }),
  output: z.object({ changed: z.number().int() }),
  errors: ['royalty.notFound', 'royalty.notConfirmed'],
});
