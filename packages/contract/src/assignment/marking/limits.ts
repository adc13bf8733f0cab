/** Limits of marking that the server shares with the contract or the client. */
export const markingLimits = {
  rubricTitleChars: 60,
  /** Our choice: criteria of a rubric. */
  rubricCriteriaMax: 12,
  criterionTitleChars: 60,
  /** A level is chosen by one digit, 1 to 9. */
  rubricLevelsMax: 9,
  levelDescriptionChars: 200,
  /** Our choice: earlier rubrics that are offered for a copy, the newest ones. */
  earlierRubricsMax: 50,
  /** Our choice: students whose markers one call sets. */
  markingSharesPerCall: 500,
} as const;
