/** Rate limits by client IP: the factor by which the limits of an institution's addresses are raised. */
import { ACCOUNT_LIMITS } from './limits.ts';

/** IP addresses of institutions. A whole campus shares a few of them. */
export interface InstitutionAddresses {
  has(address: string): boolean;
  /**
   * Maximum number of SMS messages per hour for one client IP of an institution (`INSTITUTION_SMS_PER_HOUR`). All other limits by client IP
   * are raised in the same proportion for these addresses.
   */
  readonly smsPerHour: number;
}

/** Returns the factor by which the rate limits of this client IP are raised. */
export const addressFactor = (institutions: InstitutionAddresses | undefined, address: string): number =>
  institutions?.has(address) === true ? Math.max(1, institutions.smsPerHour / ACCOUNT_LIMITS.smsPerIpPerHour) : 1;
