import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { claimReason, codeClaim } from './code-claim.ts';

/** Submits a claim with photos of the paper book (`uploadImage`). One open claim per book. */
export const claimCode = operation({
  name: 'claimCode',
  method: 'POST',
  path: '/api/code/claim',
  summary: '激活码无法使用申请',
  permission: 'buy',
  input: z.object({
    bookId: entityId,
    reason: claimReason,
    photoIds: z
      .array(z.string().max(64))
      .min(1, '请至少上传 1 张照片')
      .max(LIMITS.claimPhotosMax, `最多上传 ${LIMITS.claimPhotosMax} 张照片`),
    partial: z.string().trim().max(40).default(''),
    note: z.string().trim().max(500, '说明最多 500 个字').default(''),
  }),
  output: z.object({ claim: codeClaim }),
  errors: [
    'catalog.bookNotFound',
    'file.notFound',
    'activationCode.claimOpen',
    'activationCode.claimBookRemoved',
    'activationCode.claimNeedless',
    'activationCode.claimTooMany',
  ],
});
