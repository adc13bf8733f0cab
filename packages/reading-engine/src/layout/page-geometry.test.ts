import { defaultReadingPreferences } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { pageGeometry } from './page-geometry.ts';

const stages = [
  { width: 1440, height: 900 },
  { width: 1441, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 480 },
];

describe('the geometry of a page', () => {
  it('pages repeat exactly every page width, for every window, font size and margin', () => {
    for (const stage of stages) {
      for (const fontSize of [0.75, 1, 1.125, 1.5, 2.5]) {
        for (const pageMargins of [0.5, 1, 3]) {
          const px = Math.round(16 * fontSize * 4) / 4;
          const g = pageGeometry(stage, { ...defaultReadingPreferences, fontSize, pageMargins }, px, false);
          const column = (g.pageWidth - 2 * g.paddingInline - (g.columns - 1) * g.gap) / g.columns;
          expect((column + g.gap) * g.columns).toBeCloseTo(g.pageWidth, 6);
          expect(column / px).toBeCloseTo(Math.round(column / px), 6);
          expect(column / px).toBeLessThanOrEqual(40);
        }
      }
    }
  });

  it('a wide window has two columns, a phone has one, and the reader can choose', () => {
    const columns = (stage: { width: number; height: number }, columnCount: 'auto' | '1' | '2') =>
      pageGeometry(stage, { ...defaultReadingPreferences, columnCount }, 18, false).columns;
    expect(stages.map((stage) => columns(stage, 'auto'))).toEqual([2, 2, 2, 1, 1, 1]);
    expect(columns({ width: 1440, height: 900 }, '1')).toBe(1);
    expect(columns({ width: 768, height: 1024 }, '2')).toBe(2);
    expect(columns({ width: 200, height: 400 }, '2')).toBe(1);
  });

  it('a font too large for two columns gives one column', () => {
    expect(pageGeometry({ width: 1024, height: 768 }, defaultReadingPreferences, 40, false).columns).toBe(1);
  });

  it('vertical text turns by the height of the page', () => {
    const g = pageGeometry({ width: 1440, height: 900 }, defaultReadingPreferences, 18, true);
    expect(g.columns).toBe(1);
    expect((g.pageHeight - g.gap) % 18).toBe(0);
    expect(g.paddingBlock * 2).toBe(g.gap);
  });

  it('a plate has the whole width in one column, with space for its caption', () => {
    const stage = { width: 1440, height: 900 };
    const alone = pageGeometry(stage, defaultReadingPreferences, 18, false, { hasCaption: false });
    const captioned = pageGeometry(stage, defaultReadingPreferences, 18, false, { hasCaption: true });
    expect([alone.columns, captioned.columns]).toEqual([1, 1]);
    expect(alone.figureWidth).toBeGreaterThan(1200);
    expect(alone.figureHeight).toBe(alone.blockSpace);
    expect(captioned.figureHeight).toBeLessThan(alone.figureHeight - 60);
  });
});
