/** Limits that only the reading-time slice enforces; contract/src/reading-time/limits.ts has those the client needs too. */
export const READING_TIME_LIMITS = {
  /** Our choice: after this many days only totals by document remain of the reading time of a user. */
  blockTimeDays: 180,
} as const;
