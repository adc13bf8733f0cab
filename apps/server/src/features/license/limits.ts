/**
 * Limits that only the license slice enforces; contract/src/license/limits.ts has those the client needs too. "Our choice" marks a limit
 * that no specification demands.
 */
export const LICENSE_LIMITS = {
  /** Time before the end of a license from which it is marked as expiring (product.md §6). */
  licenseExpiringMs: 30 * 86_400_000,
  /** Our choice: idle time after which a concurrent slot is freed, and after which a named seat can be reassigned. */
  licenseSlotIdleMs: 10 * 60_000,
  licenseSeatIdleMs: 30 * 86_400_000,
} as const;
