import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { institutionLicense } from './institution-license.ts';

const page = {
  cursor: z.string().max(128).optional(),
  limit: pageLimit(),
};

/** Current state of a license. `expiring`: ends within 30 days. */
export const licenseState = z.enum(['draft', 'active', 'expiring', 'upcoming', 'suspended', 'expired']);

export type LicenseState = z.output<typeof licenseState>;

const adminLicense = institutionLicense.extend({
  state: licenseState,
  /** Titles of the first books of the license. */
  titles: z.array(z.string()),
  /** Number of assigned seats and of current readers; each is present only if the license limits it. */
  seatsTaken: z.number().int().optional(),
  reading: z.number().int().optional(),
});

export type AdminLicense = z.output<typeof adminLicense>;

/**
 * Lists licenses: expiring ones by end ascending, others by end descending. `q`: words of the institution's name, or the contract number.
 */
export const listLicenses = operation({
  name: 'listLicenses',
  method: 'GET',
  path: '/api/admin/license/list',
  summary: '机构授权',
  permission: 'viewLicense',
  scope: 'filtered',
  input: z.object({ state: licenseState.optional(), q: z.string().trim().max(60, '最多 60 个字').default(''), ...page }),
  output: z.object({ items: z.array(adminLicense), next: z.string().optional(), counts: z.record(licenseState, z.number().int()) }),
});
