import { describe, expect, it } from 'vitest';
import { insidePicture, movedBy, squareOf, WHOLE, ZOOM_MAX } from './crop-square.ts';

const wide = { width: 400, height: 200 };

describe('the square cut from a picture', () => {
  it('begins as the middle of the shorter side', () => {
    expect(squareOf(WHOLE, wide)).toEqual({ x: 100, y: 0, side: 200 });
  });

  it('follows the hand and stops at the edges', () => {
    expect(squareOf(movedBy(WHOLE, 0.25, 0.25, wide), wide)).toEqual({ x: 50, y: 0, side: 200 });
    expect(squareOf(movedBy(WHOLE, 9, 0, wide), wide)).toEqual({ x: 0, y: 0, side: 200 });
    expect(squareOf(movedBy(WHOLE, -9, 0, wide), wide)).toEqual({ x: 200, y: 0, side: 200 });
  });

  it('moves less of the picture the closer one looks', () => {
    const close = insidePicture({ ...WHOLE, zoom: 4 }, wide);
    expect(squareOf(movedBy(close, 1, 1, wide), wide)).toEqual({ x: 125, y: 25, side: 50 });
  });

  it.each([
    [0.2, 1],
    [99, ZOOM_MAX],
  ])('keeps a zoom of %d to %d', (asked, kept) => {
    expect(insidePicture({ ...WHOLE, zoom: asked }, wide).zoom).toBe(kept);
  });
});
