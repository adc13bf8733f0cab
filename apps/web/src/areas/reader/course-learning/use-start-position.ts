/** Determines the position at which a book opens: the locator in the URL, or else the latest saved position. */
import { type Locator, locator } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { findStoredPosition, laterOf, type SavedPosition } from '../../../features/reading/reading-position.ts';
import { requestedLocator } from '../../../features/reading/start-locator.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';

/** Returns the locator in the query string of the URL; undefined if there is none or it is invalid. */
export const locatorInUrl = (search: string): Locator | undefined => locator.safeParse(requestedLocator(search)).data;

export interface StartPosition {
  locator: Locator | undefined;
  /** Whether the position is a saved one, so that it need not be saved again when the book opens. */
  isRestored: boolean;
}

/** Returns the position stored on this device with its owner; undefined while the database is read. If that fails, there is no position. */
const useStoredPosition = (bookId: string, owner: string) => {
  const [stored, setStored] = useState<{ owner: string; position: SavedPosition | undefined }>();
  useEffect(() => {
    let isCanceled = false;
    const read = findStoredPosition(readerDatabase(), owner, bookId).catch((error: unknown) => {
      reportError(error);
      return undefined;
    });
    void read.then((position) => {
      if (!isCanceled) setStored({ owner, position });
    });
    return () => {
      isCanceled = true;
    };
  }, [owner, bookId]);
  return stored;
};

/**
 * Returns the start position, determined once per visit; undefined until the book is opened and the database is read. The database is read
 * while the request that opens the book is under way.
 */
export const useStartPosition = (bookId: string, opened: OpenedBook | undefined): StartPosition | undefined => {
  const owner = useOwner();
  const { search } = useLocation();
  const stored = useStoredPosition(bookId, owner);
  const [start, setStart] = useState<StartPosition>();
  const find = (): StartPosition | undefined => {
    if (!opened) return undefined;
    const requested = locatorInUrl(search);
    if (requested) return { locator: requested, isRestored: false };
    if (stored?.owner !== owner) return undefined;
    const position = laterOf(stored.position, opened.progress);
    return { locator: position?.locator, isRestored: position !== undefined };
  };
  const current = start ?? find();
  if (current !== start) setStart(current);
  return current;
};
