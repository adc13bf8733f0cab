/**
 * Limits that only the activation-code slice enforces; contract/src/activation-code/limits.ts has those the client needs too. "Our
 * choice" marks a limit that no specification demands.
 */
export const ACTIVATION_CODE_LIMITS = {
  /** Rate limits of failed attempts to enter a code: security.md §3 and product.md §6.4. */
  wrongCodesPerUserPerHour: 5,
  wrongCodesPerIpPerHour: 30,
  /** Time after binding before which a code cannot be released: product.md §7.5. */
  codeReleaseAfterMs: 86_400_000,
  /** Our choice: maximum number of claims of one user per day. */
  claimsPerUserPerDay: 5,
} as const;
