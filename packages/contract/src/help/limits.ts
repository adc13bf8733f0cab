/** Limits of the help slice that the server shares with the contract or the client. "Our choice" marks values without a specification. */
export const helpLimits = {
  /** Our choice: minimum and maximum length of a question, and number of recent failed calls that are sent with it. */
  ticketBodyCharsMin: 5,
  ticketBodyChars: 2_000,
  ticketErrors: 10,
  /** Length of the period for which the status page shows past outages. */
  serviceHistoryDays: 90,
} as const;
