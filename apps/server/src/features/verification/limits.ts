/**
 * Limits that only the verification slice enforces; contract/src/verification/limits.ts has those the client needs too. "Our choice" marks
 * a limit that no specification demands.
 */
export const VERIFICATION_LIMITS = {
  /** How long the verification of a teacher is valid, and how long proofs are stored: product.md §6.1 and §7.3. */
  teacherValidMs: 3 * 365 * 86_400_000,
  applicationProofMs: 90 * 86_400_000,
  /** Our choice: time before the end of a verification from which it can be renewed. */
  applicationRenewalMs: 90 * 86_400_000,
  /** Our choice: time for which a sign-in through an institution proves that the user teaches there: one term and its holidays. */
  teachingAffiliationMs: 240 * 86_400_000,
} as const;
