/** Limits that the institution slice alone enforces. Those the client needs as well: contract/src/institution/limits.ts. */
export const INSTITUTION_LIMITS = {
  rosterLinesMax: 20_000,
} as const;
