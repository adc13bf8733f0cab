/**
 * Limits that only the catalog slice enforces; contract/src/catalog/limits.ts has those the client needs too. "Our choice" marks a limit that
 * no specification demands.
 */
export const CATALOG_LIMITS = {
  /**
   * Our choice: a search term is counted for two weeks after a user searched it; terms of at least five users are suggested to everyone.
   */
  searchTermDays: 14,
  /** Our choice: searches that found nothing are counted by day, for a year. */
  searchMissDays: 365,
  searchTermsPerUser: 200,
  hotWordUsersMin: 5,
  hotWordChars: 20,
  hotWordsShown: 8,
  /**
   * Limits on search in a book that the user cannot read (security.md §3): maximum number of hits of one book that are shown in one list,
   * and of passages of one book that a reader is shown per day.
   */
  lockedHitsShown: 5,
  lockedPassagesPerDay: 20,
  /**
   * Our choice: a query with more characters than this, white space not counted, is a long phrase. A hit of it in locked text would
   * itself disclose text, so it is listed only if a passage can be shown with it, within `lockedPassagesPerDay`.
   */
  lockedPhraseChars: 6,
  /** Our choice: a search report, settled or not, is deleted this many days after the user last sent it. */
  searchReportDays: 180,
  categoriesMax: 1_000,
  ratingReportsPerUserPerDay: 30,
} as const;
