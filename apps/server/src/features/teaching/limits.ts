/** Limits that only the teaching slice enforces; contract/src/teaching/limits.ts has those the client needs too. */
export const TEACHING_LIMITS = {
  /** Our choice: a student mistypes a code a few times; 887 million codes cannot be guessed at this rate. */
  wrongClassCodesPerUserPerHour: 20,
  wrongClassCodesPerIpPerHour: 60,
} as const;
