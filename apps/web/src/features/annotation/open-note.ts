/** Which note stands open in a book, for as long as the tab lives: a reload, as after signing in, opens it again. */

const keyOf = (bookId: string): string => `openNote:${bookId}`;

/** The id of the mark whose note was open. */
export const findOpenNote = (bookId: string): string | undefined => {
  try {
    return sessionStorage.getItem(keyOf(bookId)) ?? undefined;
  } catch {
    // Storage is refused: the draft is kept all the same, and one click opens it.
    return undefined;
  }
};

export const keepOpenNote = (bookId: string, markId: string | undefined): void => {
  try {
    if (markId === undefined) sessionStorage.removeItem(keyOf(bookId));
    else sessionStorage.setItem(keyOf(bookId), markId);
  } catch {
    // As above.
  }
};
