/** Limits of assignments that the server shares with the contract or the client. */
export const assignmentLimits = {
  assignmentTitleChars: 100,
  assignmentInstructionsChars: 5_000,
  /** Our choice: the longest papers of Chinese examinations have 150 items. */
  assignmentQuestionsMax: 200,
  /** Our choice: sections of a paper. */
  paperSectionsMax: 30,
  paperInstructionsChars: 2_000,
  /** Questions that one draw takes. */
  drawnQuestionsMax: 100,
  /** Our choice: questions that one draw chooses from; of a larger pool the newest are taken. */
  drawPoolMax: 500,
  /** Our choice: questions of a paper with those of all pools. */
  paperPoolMax: 2_000,
  blueprintRowsMax: 100,
  /** Our choice: assignments of one class, drafts included. */
  assignmentsPerClassMax: 500,
  /** Our choice: chapters of a reading assignment, and minutes of one of them. */
  readingTaskChaptersMax: 60,
  readingTaskMinutesMax: 600,
  /** Our choice: annotations that an assignment asks for, and characters of each note. */
  annotationTaskMax: 100,
  annotationTaskCharsMax: 1_000,
  /** Our choice: annotations of the chapters that count in one assignment, the first in the order of the book. */
  handedAnnotationsMax: 300,
  /** Our choice: posts and replies that a discussion assignment asks for. */
  discussionPostsMax: 10,
  discussionRepliesMax: 30,
  /** Our choice: files in the response to one question. */
  handedFilesMax: 20,
  /** Characters of the response to one question. */
  answerChars: 20_000,
  /** Answers in one request. A device that was offline sends several requests. */
  answersPerRequestMax: 50,
  overrideReasonChars: 200,
  accommodationNoteChars: 200,
  /** Students whose points one call enters. */
  externalScoresPerCall: 500,
  scoreCommentChars: 2_000,
  regradeReasonChars: 200,
  /** Our choice: phrases for comments that a teacher stores. */
  markingPhrasesMax: 60,
  markingPhraseChars: 200,
  /** Characters of the name of a course objective. */
  objectiveChars: 60,
} as const;
