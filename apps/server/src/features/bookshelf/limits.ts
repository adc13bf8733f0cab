/**
 * Limits that only the bookshelf slice enforces; contract/src/bookshelf/limits.ts has those the client needs too. "Our choice" marks a limit
 * that no specification demands.
 */
export const BOOKSHELF_LIMITS = {
  /** Our choice: the maximum number of shelf groups of one user. */
  shelfGroupsMax: 200,
  /** Our choice: the number of books read last that are considered as opened books of the shelf. */
  openedBooksMax: 500,
} as const;
