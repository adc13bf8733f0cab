/**
 * Limits that the files slice alone enforces. Those the client needs as well: contract/src/files/limits.ts. "Our choice" marks a limit that
 * no specification demands.
 */
export const FILE_LIMITS = {
  /** Maximum sizes of an office document and of a PDF file. Source: security.md §3. */
  docxBytes: 50 * 1_048_576,
  pdfBytes: 300 * 1_048_576,
  /** Our choice: maximum size of a text file. */
  textBytes: 10 * 1_048_576,
  dataExportLifetimeMs: 7 * 86_400_000,
} as const;
