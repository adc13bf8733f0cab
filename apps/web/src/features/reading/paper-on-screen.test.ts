import { defaultReadingPreferences } from '@shufang/contract';
import { expect, test } from 'vitest';
import { withPaperOnScreen } from './paper-on-screen.ts';

test.each([
  ['a light device', true, false, 'cream'],
  ['a dark device', true, true, 'night'],
  ['a dark device that the page does not follow', false, true, 'cream'],
] as const)('the paper on %s', (_device, nightBySystem, isDark, paper) => {
  const preferences = { ...defaultReadingPreferences, paper: 'cream', nightBySystem } as const;
  expect(withPaperOnScreen(preferences, isDark)).toEqual({ ...preferences, paper });
});
