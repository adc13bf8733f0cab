/** Limits of assignments that the server shares with the contract or the client. */
export const assignmentLimits = {
  assignmentTitleChars: 100,
  assignmentInstructionsChars: 5_000,
  /** Our choice: the longest papers of Chinese examinations have 150 items. */
  assignmentQuestionsMax: 200,
  /** Our choice: assignments of one class, drafts included. */
  assignmentsPerClassMax: 500,
  /** Characters of the response to one question. */
  answerChars: 20_000,
  /** Answers in one request. A device that was offline sends several requests. */
  answersPerRequestMax: 50,
  overrideReasonChars: 200,
  scoreCommentChars: 2_000,
} as const;
