/** Remembers, for the lifetime of the tab, which note is open in a book: a reload, as after sign-in, opens it again. */

const keyOf = (bookId: string): string => `openNote:${bookId}`;

/** Returns the id of the annotation whose note was open. */
export const findOpenNote = (bookId: string): string | undefined => {
  try {
    return sessionStorage.getItem(keyOf(bookId)) ?? undefined;
  } catch {
    // The session storage is not available. Nothing is lost: the draft is stored elsewhere, and one click opens the note again.
    return undefined;
  }
};

export const saveOpenNote = (bookId: string, annotationId: string | undefined): void => {
  try {
    if (annotationId === undefined) sessionStorage.removeItem(keyOf(bookId));
    else sessionStorage.setItem(keyOf(bookId), annotationId);
  } catch {
    // The session storage is not available, so a reload does not open the note again; its draft is stored elsewhere.
  }
};
