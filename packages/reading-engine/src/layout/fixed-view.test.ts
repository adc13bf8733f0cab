import { describe, expect, it } from 'vitest';
import { pairSpreads, type Spread } from './fixed-view.ts';

const shape = (spreads: Spread[]) => spreads.map(({ left, center, right }) => [left, center, right].map((page) => page ?? '-').join(''));

describe('spreads of fixed pages', () => {
  it('the cover is alone and the other pages are paired', () => {
    expect(shape(pairSpreads([{}, {}, {}, {}, {}], false))).toEqual(['-0-', '1-2', '3-4']);
  });

  it('pages are on the sides that the publisher sets', () => {
    expect(
      shape(pairSpreads([{ spread: 'right' }, { spread: 'left' }, { spread: 'right' }, { spread: 'center' }, { spread: 'left' }], false)),
    ).toEqual(['--0', '1-2', '-3-', '4--']);
  });

  it('spreads start at the right in a right-to-left book', () => {
    expect(shape(pairSpreads([{}, {}, {}, {}], true))).toEqual(['-0-', '2-1', '--3']);
  });

  it('every page is in exactly one spread', () => {
    const sides = ['left', 'right', 'center', undefined] as const;
    for (let seed = 0; seed < 256; seed++) {
      const items = [0, 1, 2, 3].map((i) => {
        const spread = sides[(seed >> (i * 2)) & 3];
        return spread ? { spread } : {};
      });
      const pages = pairSpreads(items, seed % 2 === 1).flatMap(({ left, center, right }) =>
        [left, center, right].filter((page) => page !== undefined),
      );
      expect(pages.toSorted()).toEqual([0, 1, 2, 3]);
    }
  });
});
