/** Limits of the dictionary slice that the server shares with the contract or the client. */
export const dictionaryLimits = {
  /** Our choice: characters of a selected text in which words are looked up from its beginning. */
  lookUpChars: 40,
  /** Our choice: characters of a text that is translated. */
  translationChars: 500,
  /** Our choice: characters of the name of a dictionary, and of its license. */
  dictionaryNameChars: 100,
  dictionaryLicenseChars: 2_000,
  /** Our choice: bytes of the files of an import in the admin area; the command line reads larger ones. */
  dictionaryBytes: 64 * 1_048_576,
  /** StarDict: facts, index, entries, further words. */
  dictionaryFiles: 4,
} as const;
