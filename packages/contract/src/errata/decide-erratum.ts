import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminErratum } from './erratum.ts';

/**
 * Decides an erratum. `accept`, `duplicate` and `reject` apply to a submitted report, `reject` with a reply to the reporter; `fix` records
 * the version in which an accepted erratum is corrected (absent: the current one).
 */
export const decideErratum = operation({
  name: 'decideErratum',
  method: 'POST',
  path: '/api/errata/decide',
  summary: '处理勘误',
  permission: 'publishBook',
  scope: { id: 'erratum' },
  input: z
    .object({
      id: entityId,
      decision: z.enum(['accept', 'duplicate', 'reject', 'fix']),
      reply: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
      fixedInVersion: z.coerce.number().int().min(1).optional(),
    })
    .refine(({ decision, reply }) => decision !== 'reject' || reply !== '', { message: '请写明不采纳的原因', path: ['reply'] }),
  output: adminErratum,
  errors: ['errata.notFound', 'errata.decided', 'errata.versionUnknown'],
});
