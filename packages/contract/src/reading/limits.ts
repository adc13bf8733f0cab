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
  /** Lifetime of a lease from its last renewal, and maximum number of devices that store one book of a user. */
  leaseDays: 30,
  leaseDevicesPerBook: 5,
  /** Maximum number of different versions for which a user gets leases per hour (security.md §3). */
  leasedBooksPerHour: 3,
  /** Our choice: maximum number of leases renewed in one call. */
  leasesPerCall: 200,
  /** Our choice: the values that the scripts of a book store for a reader, as JSON; the size of a long note. */
  interactiveStateChars: 65_536,
  /** Our choice: characters of the name of one of these values. */
  interactiveKeyChars: 200,
} as const;
