/** Computes the width of a page beside a panel. Pure; the app resizes the frame to it. */
import type { ReadingPreferences } from '@shufang/contract';
import { fontSizePx } from '../style/apply-preferences.ts';
import { pageGeometry, type Stage } from './page-geometry.ts';

/** Minimum width of the rest of a page of vertical text, in characters. */
const shortestRest = 12;

/**
 * Returns the width of a page beside a panel on which every line keeps its length, so that no text moves to another line: that of one column
 * of two, or the largest one up to `room` that has space for such lines. A narrow page has smaller margins, so that one column of two can be
 * too wide for lines of the same length. Returns undefined if no such width fits in `room`.
 */
export const widthBeside = (stage: Stage, room: number, preferences: ReadingPreferences, isVertical: boolean): number | undefined => {
  const fontSize = fontSizePx(preferences);
  if (isVertical) return room >= shortestRest * fontSize ? Math.min(room, stage.width) : undefined;
  const shown = preferences.scroll ? { ...preferences, columnCount: '1' as const } : preferences;
  const whole = pageGeometry(stage, shown, fontSize, false);
  const largest = Math.min(room, whole.columns === 2 ? Math.floor(stage.width / 2) : stage.width);
  const keepsLines = (width: number): boolean => {
    const beside = pageGeometry({ ...stage, width }, shown, fontSize, false);
    return beside.columns === 1 && beside.figureWidth === whole.figureWidth;
  };
  for (let width = largest; width >= whole.figureWidth; width -= 1) if (keepsLines(width)) return width;
  return undefined;
};
