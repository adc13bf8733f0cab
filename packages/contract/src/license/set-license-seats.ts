import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { institutionLicense, seatLimit } from './institution-license.ts';

/**
 * Sets how many named and how many concurrent readers a license allows; absent: no limit. A lower limit does not interrupt current readers.
 */
export const setLicenseSeats = operation({
  name: 'setLicenseSeats',
  method: 'POST',
  path: '/api/admin/license/seats',
  summary: '机构授权的人数',
  permission: 'manageLicense',
  scope: { licenseId: 'license' },
  input: z.object({
    licenseId: z.string().max(64),
    seats: seatLimit,
    concurrent: seatLimit,
    /** Reason for the audit log. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ license: institutionLicense }),
  errors: ['license.notFound'],
});
