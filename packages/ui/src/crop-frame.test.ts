import { describe, expect, it } from 'vitest';
import { frameOf, insidePicture, movedBy, WHOLE, ZOOM_MAX } from './crop-frame.ts';

const wide = { width: 400, height: 200 };

describe('the square cut from a picture', () => {
  it('begins as the middle of the shorter side', () => {
    expect(frameOf(WHOLE, wide, 1)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  });

  it('follows the hand and stops at the edges', () => {
    expect(frameOf(movedBy(WHOLE, 0.25, 0.25, wide, 1), wide, 1)).toMatchObject({ x: 50, y: 0, width: 200 });
    expect(frameOf(movedBy(WHOLE, 9, 0, wide, 1), wide, 1)).toMatchObject({ x: 0, y: 0, width: 200 });
    expect(frameOf(movedBy(WHOLE, -9, 0, wide, 1), wide, 1)).toMatchObject({ x: 200, y: 0, width: 200 });
  });

  it('moves less of the picture the closer one looks', () => {
    const close = insidePicture({ ...WHOLE, zoom: 4 }, wide, 1);
    expect(frameOf(movedBy(close, 1, 1, wide, 1), wide, 1)).toMatchObject({ x: 125, y: 25, width: 50 });
  });

  it.each([
    [0.2, 1],
    [99, ZOOM_MAX],
  ])('keeps a zoom of %d to %d', (asked, kept) => {
    expect(insidePicture({ ...WHOLE, zoom: asked }, wide, 1).zoom).toBe(kept);
  });
});

describe('a cover cut from a picture', () => {
  it('has the shape of a cover, as large as fits', () => {
    expect(frameOf(WHOLE, wide, 3 / 4)).toEqual({ x: 125, y: 0, width: 150, height: 200 });
    expect(frameOf(WHOLE, { width: 300, height: 900 }, 3 / 4)).toEqual({ x: 0, y: 250, width: 300, height: 400 });
  });

  it('moves along the side that has room, and not along the other', () => {
    const tall = { width: 300, height: 900 };
    expect(frameOf(movedBy(WHOLE, 0.5, 0.5, tall, 3 / 4), tall, 3 / 4)).toMatchObject({ x: 0, y: 50 });
  });
});
