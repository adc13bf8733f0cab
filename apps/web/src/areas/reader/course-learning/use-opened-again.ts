/** Sends an opened book to the engine again, and its whole reading order as soon as it is known. */
import type { Locator, ReadingPreferences } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { useEffect, useRef } from 'react';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import type { OpenManifest } from '../../../features/reading/use-manifest.ts';
import { type OpenedBook, publicationOf } from '../../../features/reading/use-open-book.ts';

/** Sends the whole reading order to the engine as soon as it is loaded. */
export const useWholeReadingOrder = (navigator: Navigator | undefined, manifest: OpenManifest | undefined): void => {
  useEffect(() => {
    if (navigator && manifest) void reportUnlessClosed(navigator.completeReadingOrder(manifest.readingOrder));
  }, [navigator, manifest]);
};

/**
 * Opens the book again at the current position when the server has returned it again: another user has signed in or out, whose rights
 * differ, or the connection was lost and is back. Sends the whole reading order again, which the engine has only for the book before.
 */
export const useOpenedAgain = (
  opened: OpenedBook,
  manifest: OpenManifest | undefined,
  preferences: ReadingPreferences,
  navigator: Navigator | undefined,
  currentLocator: React.RefObject<Locator | undefined>,
  onOpened: () => void,
): void => {
  const shown = useRef(opened);
  useEffect(() => {
    if (!navigator || shown.current === opened) return;
    shown.current = opened;
    const locator = currentLocator.current;
    void reportUnlessClosed(
      navigator
        .open({ baseUrl: opened.content.baseUrl, publication: publicationOf(opened), preferences, ...(locator ? { locator } : {}) })
        .then(onOpened),
    );
    if (manifest) void reportUnlessClosed(navigator.completeReadingOrder(manifest.readingOrder));
  }, [opened, manifest, navigator, preferences, currentLocator, onOpened]);
};
