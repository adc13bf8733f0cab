import { z } from 'zod';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';
import { reportFormat } from './tracking-report.ts';

/**
 * Verifies the code of a report against what is stored. `isIntact`: the numbers are those that were signed. `files`: SHA-256 of each printed
 * file, by which a copy can be compared. `publicKey`: Ed25519 (SPKI, base64), with which the signature over `sha256` of the code can be
 * verified without this server. Throws `report.unknown` for a code that this server did not sign.
 */
export const verifyTrackingReport = operation({
  name: 'verifyTrackingReport',
  method: 'GET',
  path: '/api/report/verify',
  summary: '核验使用跟踪报告',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ code: z.string().trim().max(200) }),
  output: z.object({
    isIntact: z.boolean(),
    title: z.string(),
    publisher: z.string(),
    from: calendarDay,
    to: calendarDay,
    frozenAt: z.number().int(),
    sha256: z.string(),
    signature: z.string(),
    publicKey: z.string(),
    files: z.array(z.object({ format: reportFormat, sha256: z.string() })),
  }),
  errors: ['report.unknown'],
});
