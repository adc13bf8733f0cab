/** Limits of practice questions that the server shares with the client. */
export const practiceLimits = {
  /** Maximum number of characters of a response to one part of a practice question. */
  practiceResponseChars: 5000,
} as const;
