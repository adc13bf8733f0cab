/** Limits that only the question slice enforces; contract/src/question/limits.ts has those the client needs too. */
export const QUESTION_LIMITS = {
  /** Our choice: tags, and knowledge points, that a bank lists for its filters. */
  listedLabels: 100,
  /** Our choice: characters of the text of a question in lists. */
  excerptChars: 200,
  /** Our choice: characters of a question that the search of a bank compares. */
  searchedChars: 20_000,
} as const;
