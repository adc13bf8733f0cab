import { describe, expect, it } from 'vitest';
import { coverStyle, titleWidth } from './cover-style.ts';

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};
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
