/** Limits of the dictionary slice that the server shares with the contract or the client. */
export const dictionaryLimits = {
  /** Our choice: characters of a selected text in which words are looked up from its beginning. */
  lookUpChars: 40,
  /** Our choice: characters of a text that is translated. */
  translationChars: 500,
} as const;
