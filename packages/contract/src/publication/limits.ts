/**
 * Limits of books and their import that the server shares with the contract or the client. "Our choice" marks values without a
 * specification.
 */
export const publicationLimits = {
  /** Maximum size of an EPUB file: security.md §3. */
  epubBytes: 500 * 1_048_576,
  /** design.md §3 and §5: number of characters that one position covers. */
  positionChars: 1_024,
  /** Our choice: maximum number of first chapters that a trial may open. */
  trialChaptersMax: 1_000,
  /** Our choice: maximum number of trial chapters that an editor may choose one by one; the content ticket lists them. */
  trialChosenMax: 200,
} as const;
