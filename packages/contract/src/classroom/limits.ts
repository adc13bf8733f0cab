/** Limits of the classroom slice that the server shares with the contract or the client. */
export const classroomLimits = {
  /** Our choice: two lessons on each day of a school year. */
  attendancesPerClassMax: 400,
  attendanceTitleChars: 40,
  attendanceNoteChars: 100,
  /** Our choice: the longest time after the opening from which a student counts as late, in minutes. */
  attendanceLateMinutesMax: 120,
  /** Our choice: how long one code is shown, ms. It is accepted for one more period, so that slow typists succeed. */
  attendanceCodeMs: 10_000,
  /** Our choice: five questions in each of a hundred lessons. */
  pollsPerClassMax: 500,
  pollQuestionChars: 300,
  pollOptionChars: 100,
  pollOptionsMax: 8,
} as const;
