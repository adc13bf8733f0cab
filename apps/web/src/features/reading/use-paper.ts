/** The paper of the page: follows the system's setting if the user wants so, and colors the site's bar while a book is open. */
import type { ReadingPreferences } from '@shufang/contract';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { isSystemDark, watchSystem, withPaperOnScreen } from './paper-on-screen.ts';

/**
 * Returns the preferences with the paper that is shown; undefined until they are read. An attribute of the root names the paper for the
 * style of the site's bar.
 */
export const usePaper = (preferences: ReadingPreferences | undefined): ReadingPreferences | undefined => {
  const isDark = useSyncExternalStore(watchSystem, isSystemDark, () => false);
  const shown = useMemo(() => preferences && withPaperOnScreen(preferences, isDark), [preferences, isDark]);
  const paper = shown?.paper;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (paper !== undefined) dataset['paper'] = paper;
    return () => {
      delete dataset['paper'];
    };
  }, [paper]);
  return shown;
};
