import { describe, expect, it } from 'vitest';
import { frameOf, INITIAL_CROP, insidePicture, movedBy, ZOOM_MAX } from './crop-frame.ts';

const wide = { width: 400, height: 200 };

describe('a square crop', () => {
  it('starts in the middle, with the length of the shorter side', () => {
    expect(frameOf(INITIAL_CROP, wide, 1)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  });

  it('follows the drag and stops at the edges', () => {
    expect(frameOf(movedBy(INITIAL_CROP, 0.25, 0.25, wide, 1), wide, 1)).toMatchObject({ x: 50, y: 0, width: 200 });
    expect(frameOf(movedBy(INITIAL_CROP, 9, 0, wide, 1), wide, 1)).toMatchObject({ x: 0, y: 0, width: 200 });
    expect(frameOf(movedBy(INITIAL_CROP, -9, 0, wide, 1), wide, 1)).toMatchObject({ x: 200, y: 0, width: 200 });
  });

  it('moves less of the picture at a higher zoom', () => {
    const close = insidePicture({ ...INITIAL_CROP, zoom: 4 }, wide, 1);
    expect(frameOf(movedBy(close, 1, 1, wide, 1), wide, 1)).toMatchObject({ x: 125, y: 25, width: 50 });
  });

  it.each([
    [0.2, 1],
    [99, ZOOM_MAX],
  ])('limits the zoom of %d to %d', (zoom, limited) => {
    expect(insidePicture({ ...INITIAL_CROP, zoom }, wide, 1).zoom).toBe(limited);
  });
});

describe('a crop for a cover', () => {
  it('has the aspect ratio of a cover and the largest possible size', () => {
    expect(frameOf(INITIAL_CROP, wide, 3 / 4)).toEqual({ x: 125, y: 0, width: 150, height: 200 });
    expect(frameOf(INITIAL_CROP, { width: 300, height: 900 }, 3 / 4)).toEqual({ x: 0, y: 250, width: 300, height: 400 });
  });

  it('moves only along the axis with space', () => {
    const tall = { width: 300, height: 900 };
    expect(frameOf(movedBy(INITIAL_CROP, 0.5, 0.5, tall, 3 / 4), tall, 3 / 4)).toMatchObject({ x: 0, y: 50 });
  });
});
