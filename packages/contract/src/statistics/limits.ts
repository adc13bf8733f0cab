/** Limits of the statistics slice that the server shares with the contract or the client. */
export const statisticsLimits = {
  /** Our choice: numbers about fewer users are hidden, and numbers of users are rounded down to a multiple of this. */
  usersShownMin: 5,
  /** A reader is a user with at least this much active reading in the period (product.md §9.2). */
  readerSecondsMin: 60,
  /** Our choice: the same for a single chapter, which may be a poem. */
  chapterReaderSecondsMin: 10,
  /** Our choice: a block is read from this number of seconds on; less is scrolling past it. */
  blockSecondsMin: 2,
  /** Facility and discrimination of a question need this number of users (product.md §9.2). */
  questionUsersMin: 20,
  /** Our choice: weeks of the grid of chapters and weeks. */
  heatWeeksMax: 20,
  /** Our choice: a search that found nothing is shown from this number of searches on. */
  searchMissesMin: 5,
  searchMissesShown: 30,
  /** Our choice: passages and questions in a list of statistics. */
  statisticsListMax: 10,
  /** Our choice: minutes of a daily reading goal, and books in the reading history of a year. */
  readingGoalMinutesMax: 240,
  readingBooksMax: 10,
} as const;
