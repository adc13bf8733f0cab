/** Limits of the reading-time slice that the server shares with the contract or the client. "Our choice" marks values without a specification. */
export const readingTimeLimits = {
  /** Our choice: maximum number of documents in one report, and of blocks of one of them. */
  timedDocumentsPerCall: 50,
  timedBlocksPerDocument: 4_000,
} as const;
