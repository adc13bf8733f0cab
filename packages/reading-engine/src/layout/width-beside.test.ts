import { defaultReadingPreferences } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { fontSizePx } from '../style/apply-preferences.ts';
import { pageGeometry } from './page-geometry.ts';
import { widthBeside } from './width-beside.ts';

const preferences = defaultReadingPreferences;
const desktop = { width: 1312, height: 768 };

describe('the width of a page beside a panel', () => {
  it('is that of one column if the page has two', () => {
    expect(widthBeside(desktop, 996, preferences, false)).toBe(656);
    expect(widthBeside(desktop, 530, preferences, false)).toBeUndefined();
  });

  it('is smaller than one column if the margins of a narrow page would make its lines longer', () => {
    expect(widthBeside({ width: 1152, height: 708 }, 772, preferences, false)).toBe(511);
    expect(widthBeside(desktop, 600, preferences, false)).toBe(600);
  });

  it('is the room beside the panel if the lines are as long there', () => {
    const scroll = { ...preferences, scroll: true };
    expect(widthBeside(desktop, 996, scroll, false)).toBe(996);
    expect(widthBeside(desktop, 720, scroll, false)).toBeUndefined();
    expect(widthBeside({ width: 896, height: 636 }, 580, preferences, false)).toBeUndefined();
  });

  it('never changes the length of a line, for every window, font size and margin', () => {
    for (const width of [972, 1153, 1312, 1792]) {
      for (const fontSize of [0.75, 1.125, 1.5, 2.5]) {
        for (const pageMargins of [0.5, 1, 3]) {
          const chosen = { ...preferences, fontSize, pageMargins };
          const line = (stageWidth: number) =>
            pageGeometry({ width: stageWidth, height: 768 }, chosen, fontSizePx(chosen), false).figureWidth;
          const beside = widthBeside({ width, height: 768 }, width - 316, chosen, false);
          expect([undefined, line(width)]).toContain(beside && line(beside));
        }
      }
    }
  });

  it('is the whole room for vertical text, whose lines depend on the height', () => {
    expect(widthBeside(desktop, 996, preferences, true)).toBe(996);
    expect(widthBeside(desktop, 100, preferences, true)).toBeUndefined();
  });
});
