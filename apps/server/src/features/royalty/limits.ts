/** Limits that only the royalty slice enforces; contract/src/royalty/limits.ts has those the client needs too. */
export const ROYALTY_LIMITS = {
  /** Our choice: statements and lines of one export. */
  royaltyExportStatementsMax: 2_000,
  royaltyExportLinesMax: 100_000,
  /** Our choice: a receipt for a license is divided by the reading of this many days before it. */
  licenseReadingDays: 365,
} as const;
