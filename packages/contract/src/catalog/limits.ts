/**
 * Limits of the catalog slice that the server shares with the contract or the client. "Our choice" marks values without a specification.
 */
export const catalogLimits = {
  /** Number of search results per page; smaller than that of other lists, because each result includes its passage. */
  searchPageDefault: 12,
  searchTextMax: 200,
  /** Our choice: maximum number of versions in a request for paper pages, and of formulas that one search in a book returns. */
  paperPageVersions: 40,
  formulasInBook: 50,
  shortLinksPerCall: 500,
  /** Our choice: maximum number of materials per book, and maximum lengths of a material's title and note. */
  materialsPerBook: 200,
  materialTitleChars: 80,
  materialNoteChars: 300,
  /** security.md §3: number of characters shown on each side of a search hit in a book that the user cannot read. */
  lockedContextChars: 8,
  /** Our choice: maximum length of a note in a search report, and number of notes that the editors see. */
  searchReportNoteChars: 200,
  searchReportNotesShown: 5,
  versionNoteChars: 500,
  /** Our choice: depth of a category tree; the three levels are discipline (学科门类), class of majors (专业类) and major (专业). */
  categoryDepth: 3,
  ratingBodyChars: 1_000,
  /**
   * Our choice: maximum number of books in a collection, and maximum number of collections; both exceed what editors can put in order by
   * hand.
   */
  collectionItems: 500,
  collectionsMax: 500,
} as const;
