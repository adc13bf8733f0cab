/** The paper of the page: follows the system's setting if the user wants so, and colors the site's bar while a book is open. */
import type { ReadingPreferences } from '@shufang/contract';
import { papers } from '@shufang/reading-engine';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { isSystemDark, watchSystem, withPaperOnScreen } from './paper-on-screen.ts';

/**
 * Returns the preferences with the paper that is shown; undefined until they are read. An attribute of the root names the paper for the
 * style of the site's bar, and the browser's own bar gets its color.
 */
export const usePaper = (preferences: ReadingPreferences | undefined): ReadingPreferences | undefined => {
  const isDark = useSyncExternalStore(watchSystem, isSystemDark, () => false);
  const shown = useMemo(() => preferences && withPaperOnScreen(preferences, isDark), [preferences, isDark]);
  const paper = shown?.paper;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    const siteColor = bar?.content;
    if (paper !== undefined) {
      dataset['paper'] = paper;
      if (bar) bar.content = papers[paper];
    }
    return () => {
      delete dataset['paper'];
      if (bar && siteColor !== undefined) bar.content = siteColor;
    };
  }, [paper]);
  return shown;
};
