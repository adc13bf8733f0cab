import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** A code of the claimed book that may be the user's. `id` identifies it without disclosing it; `last4` is the fourth printed group. */
export const claimedCode = z.object({
  id: z.string(),
  last4: z.string(),
  printing: z.string(),
  serial: z.number().int().optional(),
  status: z.enum(['minted', 'exported', 'bound', 'released']),
  boundAt: z.number().int().optional(),
});

export type ClaimedCode = z.output<typeof claimedCode>;

/**
 * Finds the codes of the claimed book that match the whole typed code or its fourth group; void codes are omitted. A POST, so that no code
 * appears in a URL.
 */
export const findClaimedCodes = operation({
  name: 'findClaimedCodes',
  method: 'POST',
  path: '/api/admin/code/claim/codes',
  summary: '查找申请涉及的激活码',
  permission: 'approveApplication',
  scope: { claimId: 'claim' },
  input: z.object({ claimId: z.string().max(64), typed: z.string().trim().min(4, '请输入整个激活码，或第四组的 4 个字符').max(40) }),
  output: z.object({ items: z.array(claimedCode) }),
  errors: ['activationCode.claimNotFound'],
});
