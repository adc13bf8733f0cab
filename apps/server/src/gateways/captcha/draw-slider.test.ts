import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSlider, SLIDER_HEIGHT, SLIDER_PIECE_WIDTH, SLIDER_SCALE, SLIDER_WIDTH } from './draw-slider.ts';
import { HANZI, hanziStrokes } from './hanzi-glyphs.ts';

const WIDTH = SLIDER_WIDTH * SLIDER_SCALE;

/**
 * Returns the difference between the picture with the piece at `x` and the picture without gaps, around the piece: mean of the channels, 0
 * to 255.
 */
const distanceAt = async ({ picture, piece, whole }: Awaited<ReturnType<typeof drawSlider>>, x: number): Promise<number> => {
  const put = await sharp(picture)
    .composite([{ input: piece, left: x * SLIDER_SCALE, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const [from, to] = [x * SLIDER_SCALE, (x + SLIDER_PIECE_WIDTH) * SLIDER_SCALE];
  let sum = 0;
  put.forEach((value, i) => {
    const column = Math.floor(i / 3) % WIDTH;
    if (column >= from && column < to) sum += Math.abs(value - (whole[i] ?? 0));
  });
  return sum / ((to - from) * SLIDER_HEIGHT * SLIDER_SCALE * 3);
};

/** Returns a generator with the same numbers for the same seed (linear congruential). */
const chanceFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
};

describe('the slider puzzle', () => {
  it('is a picture of 320 x 40 with a piece of the same height, in twice the resolution', async () => {
    const { picture, piece } = await drawSlider(Math.random);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 640, height: 80 });
    expect(await sharp(piece).metadata()).toMatchObject({ format: 'png', width: 96, height: 80, hasAlpha: true });
  });

  it.each([1, 2, 3, 4, 5])('equals the picture without gaps with the piece at the answer and nowhere else (%d)', async (seed) => {
    const puzzle = await drawSlider(chanceFrom(seed));
    const { answer } = puzzle;
    const right = await distanceAt(puzzle, answer);
    const wrong = [answer - 10, answer + 10, answer - 30, answer + 30, 0].filter((x) => x >= 0 && x <= SLIDER_WIDTH - SLIDER_PIECE_WIDTH);
    const distances = await Promise.all(wrong.map((x) => distanceAt(puzzle, x)));
    expect(Math.min(...distances)).toBeGreaterThan(right * 1.5);
  });

  it('has its gap to the right of the initial position of the piece, whatever the random numbers', async () => {
    for (const chance of [0, 0.5, 0.999_999]) {
      const { answer } = await drawSlider(() => chance);
      expect(answer).toBeGreaterThan(SLIDER_PIECE_WIDTH);
      expect(answer).toBeLessThanOrEqual(SLIDER_WIDTH - SLIDER_PIECE_WIDTH);
    }
  });

  it('uses some thirty characters, each within its field', () => {
    expect(HANZI.length).toBeGreaterThanOrEqual(30);
    for (const character of HANZI) {
      expect(character).toMatch(/^\p{Script=Han}$/u);
      const points = hanziStrokes(character).flatMap((stroke) => stroke.points);
      expect(points.every(([x, y]) => x >= 0 && x <= 14 && y >= 0 && y <= 14)).toBe(true);
    }
    expect(() => hanziStrokes('龘')).toThrow(RangeError);
  });
});
