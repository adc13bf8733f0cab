import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { institutionLicense } from './institution-license.ts';

/** Activates a draft, suspends a license, or resumes it. */
export const setLicenseStatus = operation({
  name: 'setLicenseStatus',
  method: 'POST',
  path: '/api/admin/license/status',
  summary: '停用或恢复机构授权',
  permission: 'manageLicense',
  scope: { licenseId: 'license' },
  input: z.object({
    licenseId: z.string().max(64),
    status: z.enum(['active', 'suspended']),
    /** Reason for the audit log. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ license: institutionLicense }),
  errors: ['license.notFound', 'license.overlap'],
});
