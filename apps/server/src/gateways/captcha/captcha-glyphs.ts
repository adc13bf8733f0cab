/**
 * Letters and digits of the captcha as pen strokes, so that no font of the machine is needed. Coordinates of a character: 10 wide, 14 high,
 * y downwards. Characters that look alike are left out (0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, 9 g, U V, M W).
 */
import { curve, type GlyphStroke, line } from './glyph-strokes.ts';

const glyphs: Readonly<Record<string, readonly GlyphStroke[]>> = {
  A: [line([0, 14], [5, 0], [10, 14]), line([2, 9], [8, 9])],
  C: [curve([9.5, 3], [8, 0], [5, 0], [0, 0], [0, 7], [0, 14], [5, 14], [8, 14], [9.5, 11])],
  D: [line([1, 0], [1, 14]), curve([1, 0], [9.5, 0], [9.5, 7], [9.5, 14], [1, 14])],
  E: [line([9, 0], [1, 0], [1, 14], [9, 14]), line([1, 7], [7.5, 7])],
  F: [line([9, 0], [1, 0], [1, 14]), line([1, 7], [7.5, 7])],
  H: [line([1, 0], [1, 14]), line([9, 0], [9, 14]), line([1, 7], [9, 7])],
  J: [line([3.5, 0], [9.5, 0]), curve([7.5, 0], [7.5, 6], [7.5, 10], [7.5, 14], [4, 14], [1, 14], [0.8, 10.5])],
  K: [line([1, 0], [1, 14]), line([9, 0], [1, 8]), line([4, 5.5], [9.5, 14])],
  M: [line([0, 14], [0.8, 0], [5, 9], [9.2, 0], [10, 14])],
  N: [line([1, 14], [1, 0], [9, 14], [9, 0])],
  P: [line([1, 14], [1, 0]), curve([1, 0], [9.5, 0], [9.5, 4], [9.5, 8], [1, 8])],
  R: [line([1, 14], [1, 0]), curve([1, 0], [9, 0], [9, 3.7], [9, 7.5], [1, 7.5]), line([4.5, 7.5], [9.5, 14])],
  T: [line([0, 0], [10, 0]), line([5, 0], [5, 14])],
  X: [line([0.5, 0], [9.5, 14]), line([9.5, 0], [0.5, 14])],
  Y: [line([0, 0], [5, 7], [10, 0]), line([5, 7], [5, 14])],
  3: [
    curve([1, 2], [2.5, 0], [5, 0], [9, 0], [9, 3.5], [9, 6.6], [4, 6.6]),
    curve([4, 6.6], [9.5, 6.6], [9.5, 10.2], [9.5, 14], [5, 14], [1.5, 14], [0.5, 11.5]),
  ],
  4: [line([7, 14], [7, 0], [0, 9.5], [10, 9.5])],
  7: [line([0.5, 0], [9.5, 0], [4, 14])],
};

export const CAPTCHA_CHARACTERS: readonly string[] = Object.keys(glyphs);

/** Returns the pen strokes of a character. Throws `RangeError` for a character that is not one of `CAPTCHA_CHARACTERS`. */
export const glyphStrokes = (character: string): readonly GlyphStroke[] => {
  const strokes = glyphs[character];
  if (strokes === undefined) throw new RangeError(`no captcha glyph for ${character}`);
  return strokes;
};
