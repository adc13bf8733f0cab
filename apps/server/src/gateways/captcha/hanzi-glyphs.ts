/** Chinese characters as pen strokes, for the picture of the slider. Coordinates of a character: 14 wide, 14 high, y downwards. */
import { curve, type GlyphStroke, line } from './glyph-strokes.ts';

const box = (left: number, top: number, right: number, bottom: number): GlyphStroke =>
  line([left, top], [right, top], [right, bottom], [left, bottom], [left, top]);

const tree = (left: number, right: number): GlyphStroke[] => {
  const middle = (left + right) / 2;
  const halfWidth = (right - left) / 2;
  return [
    line([left, 4.5], [right, 4.5]),
    line([middle, 1], [middle, 13.5]),
    curve([middle, 4.5], [middle - halfWidth * 0.3, 9], [left, 11.5]),
    curve([middle, 4.5], [middle + halfWidth * 0.3, 9], [right, 11.5]),
  ];
};

const glyphs: Readonly<Record<string, readonly GlyphStroke[]>> = {
  上: [line([6.5, 1], [6.5, 12]), line([6.5, 6], [11, 6]), line([1, 12], [13, 12])],
  下: [line([1, 2], [13, 2]), line([6.5, 2], [6.5, 13]), line([7, 5.5], [10, 8])],
  中: [box(2, 4, 12, 9.5), line([7, 0.5], [7, 13.5])],
  书: [
    line([2, 3], [10, 3], [10, 6.5]),
    line([1, 6.5], [12.5, 6.5], [11.5, 11.5], [10, 11]),
    line([6, 0.5], [6, 13.5]),
    line([11.5, 1], [13, 2.8]),
  ],
  云: [line([3, 2], [11, 2]), line([1, 6], [13, 6]), line([6.5, 6], [3, 12], [11.5, 11.5]), line([9.5, 8.8], [12.5, 13])],
  人: [curve([7, 1], [6.5, 9], [1, 13]), curve([7, 5], [8.5, 10], [13, 13])],
  千: [line([10, 1], [3.5, 2.5]), line([1, 6.5], [13, 6.5]), line([7, 2], [7, 13.5])],
  古: [line([1, 4], [13, 4]), line([7, 0.5], [7, 7.5]), box(3, 7.5, 11, 13)],
  土: [line([3, 5.5], [11, 5.5]), line([7, 1], [7, 12.5]), line([1, 12.5], [13, 12.5])],
  大: [line([1, 5], [13, 5]), curve([7, 1], [7, 8], [1.5, 13]), curve([7, 5], [8, 10], [13, 13])],
  天: [line([2.5, 2], [11.5, 2]), line([1, 6], [13, 6]), curve([7, 2], [7, 9], [1.5, 13]), curve([7, 6], [8.5, 10.5], [13, 13])],
  山: [line([7, 1], [7, 12]), line([2, 5], [2, 12], [12, 12], [12, 5])],
  工: [line([2, 2], [12, 2]), line([7, 2], [7, 12]), line([1, 12], [13, 12])],
  开: [line([2.5, 2], [11.5, 2]), line([1, 7], [13, 7]), curve([4.5, 2], [4.5, 10], [2, 13]), line([9.5, 2], [9.5, 13.5])],
  文: [
    line([7, 0.5], [7.8, 2.5]),
    line([1, 3.5], [13, 3.5]),
    curve([10, 3.5], [8, 10], [1.5, 13.5]),
    curve([4, 3.5], [6, 10], [12.5, 13.5]),
  ],
  日: [box(3, 1.5, 11, 12.5), line([3, 7], [11, 7])],
  月: [
    curve([4, 1.5], [4, 10], [1.5, 13]),
    line([4, 1.5], [11, 1.5], [11, 13], [9, 12.2]),
    line([4, 5.2], [11, 5.2]),
    line([4, 8.8], [11, 8.8]),
  ],
  木: tree(1, 13),
  本: [...tree(1, 13), line([4.5, 10.5], [9.5, 10.5])],
  林: [...tree(0, 6.5), ...tree(7.5, 14)],
  正: [line([2, 2], [12, 2]), line([7, 2], [7, 12.5]), line([7, 7], [11.5, 7]), line([3.5, 6], [3.5, 12.5]), line([1, 12.5], [13, 12.5])],
  水: [
    line([7, 1], [7, 13], [5.5, 12]),
    line([2, 4.5], [5.5, 4.5], [1.5, 11]),
    line([11.5, 3], [7.5, 6.5]),
    curve([7.5, 6], [9, 10], [13, 12]),
  ],
  王: [line([2, 2], [12, 2]), line([2.5, 7], [11.5, 7]), line([1, 12.5], [13, 12.5]), line([7, 2], [7, 12.5])],
  生: [line([3.5, 1.5], [2, 5]), line([3, 4], [12, 4]), line([7, 0.5], [7, 12.5]), line([3, 8], [11.5, 8]), line([1, 12.5], [13, 12.5])],
  田: [box(2, 2, 12, 12), line([7, 2], [7, 12]), line([2, 7], [12, 7])],
  白: [line([7, 0.5], [5.5, 3]), box(3, 3, 11, 13), line([3, 8], [11, 8])],
  石: [line([1, 2], [13, 2]), curve([6, 2], [5, 7], [1, 11]), box(4.5, 7.5, 11.5, 12.5)],
  竹: [
    line([4, 0.5], [1.5, 4.5]),
    line([2.8, 3], [6.5, 3]),
    line([4.5, 3], [4.5, 13]),
    line([9.5, 0.5], [7.5, 4]),
    line([8.8, 3], [13, 3]),
    line([11, 3], [11, 12.5], [9.5, 11.8]),
  ],
  米: [...tree(1, 13), line([3, 0.8], [4.6, 3.2]), line([11, 0.8], [9.4, 3.2])],
  习: [line([2, 2], [11.5, 2], [11.5, 12.5], [9.5, 12]), line([4, 5], [6.5, 7]), line([3, 11], [8.5, 8.5])],
};

export const HANZI: readonly string[] = Object.keys(glyphs);

/** Returns the pen strokes of a Chinese character. Throws `RangeError` for a character that is not in `HANZI`. */
export const hanziStrokes = (character: string): readonly GlyphStroke[] => {
  const strokes = glyphs[character];
  if (strokes === undefined) throw new RangeError(`no strokes for ${character}`);
  return strokes;
};
