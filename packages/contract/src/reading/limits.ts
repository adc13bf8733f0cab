/**
 * Limits of the reading slice that the server shares with the contract or the client. "Our choice" marks values without a specification.
 */
export const readingLimits = {
  /**
   * Our choice: maximum number of days in one report of reading time, maximum age in days of a reported day, and minimum reading time in
   * seconds for a day to count as a reading day.
   */
  readingDaysPerCall: 200,
  readingDaysBack: 60,
  readingDaySecondsMin: 60,
  /** Our choice: maximum number of changed passages between two versions of a book that are stored and listed. */
  textChangesMax: 2_000,
} as const;
