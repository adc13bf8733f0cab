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
  /** Two openings of a book within this time are one request (COUNTER 5.1, double-click filtering). */
  licenseDoubleClickMs: 30_000,
  /** Our choice: time after an opening through an institution in which chapters count as read through it; as long as a content ticket. */
  licenseRequestMs: 12 * 3_600_000,
} as const;
