/** Limits that only the errata slice enforces; contract/src/errata/limits.ts has those the client needs too. */
export const ERRATA_LIMITS = {
  errataPerUserPerDay: 100,
} as const;
