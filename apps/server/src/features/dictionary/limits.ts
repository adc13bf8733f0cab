/** Limits that only the dictionary slice enforces; contract/src/dictionary/limits.ts has those the client needs too. "Our choice" marks a limit that no specification demands. */
export const DICTIONARY_LIMITS = {
  /** Our choice: nobody looks up a word a second for long. */
  lookUpsPerMinute: 60,
  lookUpsPerDay: 3_000,
  /** Our choice: a translation costs the operator's service seconds. */
  translationsPerMinute: 20,
  translationsPerDay: 500,
  /** Our choice: the largest open dictionaries have about a million entries. */
  entriesMax: 2_000_000,
  /** Our choice: what a reader looks through. */
  storedEntriesMax: 12,
  /** Our choice: imports that the page of the admin area shows; older ones are deleted. */
  storedImportsMax: 10,
} as const;
