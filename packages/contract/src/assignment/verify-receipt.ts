import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { attemptReceipt } from './attempt.ts';

/**
 * Verifies the receipt of a hand-in against the stored answers. `isIntact`: nothing was changed since. Throws `assignment.receiptUnknown`
 * for a code that this server did not sign.
 */
export const verifyReceipt = operation({
  name: 'verifyReceipt',
  method: 'GET',
  path: '/api/assignment/receipt',
  summary: '核验交卷凭证',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ code: z.string().trim().max(200) }),
  output: z.object({
    isIntact: z.boolean(),
    title: z.string(),
    className: z.string(),
    student: z.string(),
    receipt: attemptReceipt,
  }),
  errors: ['assignment.receiptUnknown'],
});
