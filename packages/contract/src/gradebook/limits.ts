/** Limits of the gradebook slice that the server shares with the contract or the client. */
export const gradebookLimits = {
  gradeCategoriesMax: 20,
  /** Our choice: a course of three terms with three results a week. */
  gradeColumnsMax: 120,
  gradeTitleChars: 40,
  /** Our choice: full score of a column in thousandths of a point (1,000 points). */
  gradeMaxMilli: 1_000_000,
  /** Our choice: cells that are saved in one request, for example a column pasted from a spreadsheet. */
  gradeCellsPerSave: 1_000,
  gradeReasonChars: 200,
  gradeAppealChars: 500,
} as const;
