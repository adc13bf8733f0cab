/** Limits of reading that only the client applies. Limits that the server applies too are in contract/src/reading/limits.ts. */
export const READING_LIMITS = {
  /** Our choice: maximum size of a font file that a reader adds, and number of such fonts on a device. */
  ownFontBytes: 30 * 1_048_576,
  ownFontsMax: 8,
} as const;
