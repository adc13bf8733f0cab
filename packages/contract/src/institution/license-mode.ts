import { z } from 'zod';
import { institutionProtocol } from './institution-protocol.ts';

/**
 * How an institution's license applies to a user: by network, by a sign-in of this session, or by the member list. If several apply, the
 * earlier one in this list is preferred: the network comes first, because it requires no sign-in.
 */
export const licenseMode = z.enum(['ip', ...institutionProtocol.options, 'roster']);
export type LicenseMode = z.output<typeof licenseMode>;
