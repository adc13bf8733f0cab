import fc from 'fast-check';
import { expect, it } from 'vitest';
import { papers } from './apply-preferences.ts';
import { nightGround, nightInk, nightText, onWhite, type Rgb } from './night-colors.ts';

/** Contrast by WCAG 2.2. */
const contrast = (one: Rgb, other: Rgb): number => {
  const luminance = (color: Rgb): number => {
    const [r, g, b] = color.map((channel) => {
      const share = channel / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as unknown as Rgb;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};
const ofHex = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const aColor = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }));

it('any text is legible on night paper and on any ground of the book', () => {
  const paper = ofHex(papers.night);
  fc.assert(
    fc.property(aColor, aColor, (text, ground) => {
      expect(contrast(nightText(text), paper)).toBeGreaterThan(7);
      expect(contrast(nightText(text), nightGround(ground))).toBeGreaterThan(4.5);
      expect(contrast(ofHex(nightInk), nightGround(ground))).toBeGreaterThan(4.5);
    }),
  );
});

it('colors keep their hue', () => {
  const [r, , b] = nightText([26, 58, 107]);
  expect(b).toBeGreaterThan(r);
  const [red, green] = nightText([212, 87, 44]);
  expect(red).toBeGreaterThan(green);
});

it('a translucent color counts as it looks on white, a transparent one not at all', () => {
  expect(onWhite('rgb(10, 20, 30)')).toEqual([10, 20, 30]);
  expect(onWhite('rgba(0, 0, 0, 0.2)')).toEqual([204, 204, 204]);
  expect(onWhite('rgba(0, 0, 0, 0)')).toBeUndefined();
  expect(onWhite('color(display-p3 1 0 0)')).toBeUndefined();
});
