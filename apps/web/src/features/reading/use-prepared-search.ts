/** Prepares the search in a book that is shown from this device, while the page is idle. */
import { useEffect } from 'react';
import { isOnDevice } from '../../platform/storage/offline-books.ts';
import { closeStoredSearch, prepareStoredSearch } from './stored-book.ts';
import type { OpenManifest } from './use-manifest.ts';
import type { OpenedBook } from './use-open-book.ts';

/** Maximum number of characters of a book whose text is in memory before the reader searches: with its normalized form up to 16 MB. */
const PREPARED_CHARS_MAX = 4_000_000;
/** Longest time in ms for which the preparation waits until the page is idle. */
const IDLE_PATIENCE_MS = 1_000;

/** Calls `work` when the page is idle. Returns a function that prevents it. */
const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, IDLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_PATIENCE_MS });
  return () => cancelIdleCallback(handle);
};

/** Prepares the search after the first page was shown, which is when the manifest arrives, and closes it with the book. */
export const usePreparedSearch = ({ book, content }: OpenedBook, manifest: OpenManifest | undefined): void => {
  const isStored = isOnDevice(content.baseUrl);
  const chars = manifest?.readingOrder.reduce((sum, document) => sum + document.chars, 0);
  const isPrepared = isStored && chars !== undefined && chars <= PREPARED_CHARS_MAX;
  useEffect(() => {
    if (!isPrepared) return;
    // A text that cannot be read is reported when the reader searches.
    return whenIdle(() => void prepareStoredSearch(book.id).catch(() => undefined));
  }, [book.id, isPrepared]);
  useEffect(() => closeStoredSearch, []);
};
