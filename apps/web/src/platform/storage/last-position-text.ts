/**
 * Entries of local storage with the last reading positions, as text. Without other dependencies, because the inline script of the reading
 * page contains this module (`early-open/main.ts`).
 */

/** Returns the beginning of the keys of an owner; the id of the book follows. */
export const lastPositionPrefix = (owner: string): string => `place:${owner}:`;

/** Returns the stored JSON text; undefined if there is none. */
export const findLastPositionText = (owner: string, bookId: string): string | undefined =>
  localStorage.getItem(lastPositionPrefix(owner) + bookId) ?? undefined;
