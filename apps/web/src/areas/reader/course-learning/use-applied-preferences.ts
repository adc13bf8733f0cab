/** Sends the reading preferences, and the reader's own font that they name, to the frame of the book. */
import type { ReadingPreferences } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { useEffect } from 'react';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import { useOwnFont } from '../../../features/reading/use-own-font.ts';

export const useAppliedPreferences = (navigator: Navigator | undefined, preferences: ReadingPreferences): void => {
  useEffect(() => {
    if (navigator) void reportUnlessClosed(navigator.applyPreferences(preferences));
  }, [navigator, preferences]);
  useOwnFont(navigator, preferences);
};
