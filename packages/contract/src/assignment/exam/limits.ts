/** Limits of exam sessions that the server shares with the contract or the client. */
export const examLimits = {
  /** Our choice: minutes that a teacher adds at once. */
  examExtraMinutesMax: 240,
  /** Our choice: characters of a correction during an exam, and of the reason of an incident. */
  examCorrectionChars: 500,
  examReasonChars: 100,
  /** Our choice: interval at which the page of a running attempt asks for news and shows that it is there. */
  examPollMs: 10_000,
  /** Our choice: a student who was not seen for this time counts as disconnected. */
  examAwayMs: 30_000,
} as const;
