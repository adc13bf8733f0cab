/** Limits of the speech slice that the server shares with the contract or the client. */
export const speechLimits = {
  /** Our choice: maximum number of characters of a sentence; the reading engine divides longer ones, but formulas are said in more characters. */
  speechTextChars: 600,
} as const;
