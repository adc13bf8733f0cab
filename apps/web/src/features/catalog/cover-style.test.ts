import { describe, expect, it } from 'vitest';
import { contrast } from '../../testing/contrast.ts';
import { coverStyle, titleWidth } from './cover-style.ts';

const many = Array.from({ length: 200 }, (_, index) => coverStyle(`book${index}`, '论语'));

describe('a generated cover', () => {
  it('is the same for the same book each time', () => {
    expect(coverStyle('a', '论语')).toEqual(coverStyle('a', '论语'));
  });

  it('differs between books, and every coloring has enough contrast', () => {
    expect(new Set(many.map(({ ground }) => ground)).size).toBe(10);
    for (const { ground, figure } of many) expect(contrast(ground, figure)).toBeGreaterThanOrEqual(4.5);
  });

  it('has an upright title only for short Chinese titles', () => {
    expect(many.some(({ layout }) => layout === 'slip')).toBe(true);
    for (let i = 0; i < 50; i++) {
      expect(coverStyle(`b${i}`, 'War and Peace').layout).toBe('banner');
      expect(coverStyle(`b${i}`, '程序设计基础与计算思维').layout).toBe('banner');
    }
  });

  it('measures rare hanzi as one character and Latin letters as about half', () => {
    expect(titleWidth('𠮷野家')).toBe(3);
    expect(titleWidth('Go')).toBeCloseTo(1.1);
  });
});
