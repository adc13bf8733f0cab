/**
 * Limits of the activation-code slice that the server shares with the contract or the client. "Our choice" marks values without a
 * specification.
 */
export const activationCodeLimits = {
  /** security.md §3 and product.md §6.4: maximum number of codes in one batch. */
  codesPerBatch: 200_000,
  codeTermDaysMax: 36_500,
  codeRebindMax: 3,
  claimPhotosMax: 3,
  /** Our choice: number of codes per box (maximum and default), and maximum number of boxes per batch. */
  codeBoxMax: 10_000,
  codeBoxDefault: 500,
  codeBoxesMax: 5_000,
  /** Our choice: maximum number of codes in one workbook. A larger workbook takes too much memory; the CSV format has no limit. */
  codesPerWorkbook: 20_000,
} as const;
