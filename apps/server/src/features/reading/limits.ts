/**
 * Limits that only the reading slice enforces; contract/src/reading/limits.ts has those the client needs too. "Our choice" marks a limit
 * that no specification demands.
 */
export const READING_LIMITS = {
  chaptersPerMinute: 60,
  chaptersPerDay: 1_500,
  /**
   * Our choice: maximum number of chapters per minute and per day for all anonymous users of one subnet together, high enough for a whole
   * school behind one IP address.
   */
  chaptersPerSubnetPerMinute: 600,
  chaptersPerSubnetPerDay: 15_000,
  /**
   * Our choice: maximum number of manifests per minute, because that of a large book has several megabytes. Browsers store them, so a reader
   * requests one for each book. The same limit applies to narrations, which a listener requests once for each document.
   */
  manifestsPerMinute: 60,
  manifestsPerSubnetPerMinute: 600,
  /** Our choice: maximum number of texts of whole books returned to one user in an hour, for searching in downloaded books. */
  textsPerHour: 12,
  /** Our choice: lifetime of a content ticket for a download under a lease; a longer download requests another one. */
  leaseTicketMs: 30 * 60_000,
  /** Our choice: number of times a document is downloaded under a lease within an hour before it counts as read. */
  leasedFetchesPerHour: 3,
  /** Our choice: time after which the place of a removed copy is free, from the deletion of its text on the device. */
  leaseReleaseAfterMs: 86_400_000,
} as const;
