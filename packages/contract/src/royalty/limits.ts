/** Limits of the royalty slice that the server shares with the contract or the client. */
export const royaltyLimits = {
  /** Rates of one book that hold at the same time add up to at most this: 10,000 basis points are the whole income (product.md §6.1). */
  royaltyRateSumMaxBp: 10_000,
  /** Our choice: rates of one book, over all contributors and times. */
  royaltyRatesPerBookMax: 200,
  /** Our choice: amount of one receipt or correction, in fen. */
  royaltyAmountMaxFen: 1_000_000_000,
  /** Our choice: a statement that was neither confirmed nor disputed for this long can be paid. */
  royaltySilenceDays: 30,
  /** Our choice: lengths of a message, of the note of a receipt, and of the reference of a payment. */
  royaltyMessageChars: 1_000,
  royaltyNoteChars: 200,
  royaltyReferenceChars: 60,
  /** Our choice: messages about one statement. */
  royaltyMessagesMax: 100,
  /** Our choice: statements that finance issues or pays at once. */
  royaltyStatementsPerBatchMax: 100,
  /** Our choice: statements of one page of the payee's own list. */
  royaltyOwnStatementsMax: 500,
} as const;
