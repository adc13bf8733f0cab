/** The paper that a page has on this screen: with night paper by the system's setting, it depends on the appearance of the device. */
import type { ReadingPreferences } from '@shufang/contract';

const DARK = '(prefers-color-scheme: dark)';

export const isSystemDark = (): boolean => matchMedia(DARK).matches;

/** Calls `onChange` when the appearance of the device changes; returns a function that ends this. */
export const watchSystem = (onChange: () => void): (() => void) => {
  const list = matchMedia(DARK);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};

/** Returns the preferences with the paper for a dark or light appearance of the device. */
export const withPaperOnScreen = (preferences: ReadingPreferences, isDark: boolean): ReadingPreferences =>
  preferences.nightBySystem && isDark ? { ...preferences, paper: 'night' } : preferences;
