/** Limits that only the adoption slice enforces; contract/src/adoption/limits.ts has those the client needs too. */
export const ADOPTION_LIMITS = {
  /** Our choice: lists of one export. */
  adoptionsExportMax: 1_000,
  /** Our choice: deadlines that the admin page shows. */
  adoptionDeadlinesMax: 200,
} as const;
