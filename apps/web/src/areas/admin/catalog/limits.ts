/**
 * Values for the trials of books that only the admin form applies. Those that the server applies too are in
 * contract/src/publication/limits.ts.
 */
export const TRIAL_LIMITS = {
  /** Default number of trial chapters (our own choice). */
  trialChaptersUsual: 2,
  /** Share of the book above which the editor must confirm the trial (our own choice). */
  trialShareUsual: 0.3,
} as const;
