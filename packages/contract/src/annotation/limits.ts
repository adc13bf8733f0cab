/** Limits of the annotation slice that the server shares with the contract or the client. */
export const annotationLimits = {
  /** design.md §3 and §5: number of characters stored before and after the quoted passage of an annotation. */
  quoteContextChars: 32,
  /** Formulas listed in a quote; an operation with them stays below the number of keys of a request. */
  quoteFormulas: 200,
  noteBodyChars: 5_000,
  noteTags: 10,
  noteExportMax: 20_000,
  /** Maximum number of annotations located in one call. */
  noteImportBatch: 200,
} as const;
