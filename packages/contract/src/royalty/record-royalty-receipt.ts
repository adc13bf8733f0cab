import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';
import { signedFen } from './royalty.ts';

/**
 * Records a payment received for a code batch or for a license, or returned (negative). A payment for a license is divided among its books
 * by the time that readers of the institution read them in the year before, or equally if they read none. It is never changed: an error is
 * corrected by a negative one.
 */
export const recordRoyaltyReceipt = operation({
  name: 'recordRoyaltyReceipt',
  method: 'POST',
  path: '/api/admin/royalty/receipt',
  summary: '版税：登记收款',
  permission: 'manageRoyalties',
  scope: { batchId: 'codeBatch', licenseId: 'license' },
  input: z
    .object({
      batchId: entityId.optional(),
      licenseId: entityId.optional(),
      fen: signedFen,
      receivedOn: calendarDay,
      note: z.string().trim().max(LIMITS.royaltyNoteChars, `最多 ${LIMITS.royaltyNoteChars} 个字`).default(''),
    })
    .refine(({ batchId, licenseId }) => (batchId === undefined) !== (licenseId === undefined), {
      message: '请选择一个激活码批次或一份机构许可',
      path: ['batchId'],
    }),
  output: z.object({
    id: entityId,
    shares: z.array(z.object({ bookId: entityId, fen: z.number().int() })),
  }),
  errors: ['activationCode.batchNotFound', 'license.notFound'],
});
