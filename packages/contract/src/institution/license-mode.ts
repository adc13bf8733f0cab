import { z } from 'zod';

/** How an institution's license applies to a user: by network, by a sign-in of this session, or by the member list. */
export const licenseMode = z.enum(['ip', 'carsi', 'oidc', 'roster']);
export type LicenseMode = z.output<typeof licenseMode>;
