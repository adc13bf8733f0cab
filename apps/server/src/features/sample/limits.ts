/** Limits that only the sample slice enforces; contract/src/sample/limits.ts has those the client needs too. */
export const SAMPLE_LIMITS = {
  samplesExportMax: 5_000,
  /** Our choice: samples that the page of a teacher shows. */
  samplesListMax: 200,
} as const;
