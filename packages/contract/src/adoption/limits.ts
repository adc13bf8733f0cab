/** Limits of the adoption slice that the server shares with the contract or the client. */
export const adoptionLimits = {
  /** Our choice: textbooks of one adoption list. */
  adoptionItemsMax: 60,
  /** Our choice: adoption lists of one teacher that are not deleted. */
  adoptionListsPerTeacherMax: 100,
  /** Our choice: lengths of the fields of an adoption list. */
  adoptionTermChars: 30,
  adoptionCourseCodeChars: 30,
  adoptionCourseChars: 50,
  adoptionEditionChars: 30,
  adoptionPublisherChars: 60,
  adoptionReasonChars: 200,
  adoptionNoteChars: 500,
  adoptionReviewerChars: 30,
  adoptionStudentsMax: 100_000,
  /** Our choice: list price of a textbook, in fen. */
  adoptionPriceMaxFen: 1_000_000,
  /** Our choice: adoption lists that an operator decides or orders at once. */
  adoptionsPerBatchMax: 100,
} as const;
