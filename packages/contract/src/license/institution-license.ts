/** Admin operations of institution licenses. */
import { z } from 'zod';
import { licenseMode } from '../institution/license-mode.ts';
import { LIMITS } from '../limits.ts';

/** Stored status of a license. `draft`: not yet in force. */
export const licenseStatus = z.enum(['draft', 'active', 'suspended']);

export const seatLimit = z.coerce.number().int().min(1, '人数至少为 1').max(LIMITS.licenseSeatsMax).optional();

export const licenseScope = z.enum(['all', 'books']);

/** A license of an institution: its books, networks and modes of access. */
export const institutionLicense = z.object({
  id: z.string(),
  institution: z.string(),
  scope: licenseScope,
  bookIds: z.array(z.string()),
  /** Networks of the institution in CIDR notation, IPv4 and IPv6. */
  networks: z.array(z.string()),
  /** License modes: network, sign-in through the institution, member list. */
  modes: z.array(licenseMode),
  startsAt: z.number().int(),
  endsAt: z.number().int(),
  contractNo: z.string(),
  /** Number of named users who may read through the license; absent if there is no limit. */
  seats: z.number().int().optional(),
  /** Number of users who may read at the same time; absent if there is no limit. */
  concurrent: z.number().int().optional(),
  status: licenseStatus,
});

export type InstitutionLicense = z.output<typeof institutionLicense>;
