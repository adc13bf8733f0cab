/** Limits of annotations that only the client applies. Limits that the server applies too are in contract/src/annotation/limits.ts. */
export const ANNOTATION_LIMITS = {
  /** Our choice: how long an export waits for changes of this device that have not reached the server. */
  exportWaitMs: 8_000,
  /** How long deleted annotations are shown in the bin (product.md §4.2). */
  noteBinMs: 30 * 86_400_000,
  /**
   * Maximum number of new review cards per day (our own choice, the default of Anki); with repetitions they take about a quarter of an
   * hour.
   */
  newCardsPerDay: 20,
} as const;
