/**
 * Limits of the bookshelf slice that the server shares with the contract or the client. "Our choice" marks values without a specification.
 */
export const bookshelfLimits = {
  /** Our choice: maximum length of a group's name, and of the list of changes in one call of `setShelf`. */
  shelfGroupNameChars: 20,
  shelfChangesMax: 500,
} as const;
