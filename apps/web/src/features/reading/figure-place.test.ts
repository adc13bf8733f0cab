import { describe, expect, test } from 'vitest';
import { FIGURE_ZOOM_MAX, fitOf, insideView, movedBy, WHOLE_FIGURE, zoomedAt } from './figure-place.ts';

const picture = { width: 2_000, height: 1_000 };
const view = { width: 1_000, height: 800 };
const MIDDLE = { x: 0, y: 0 };

describe('a picture in its view', () => {
  test('is shown whole, and a small one not more than twice its size', () => {
    expect(fitOf(picture, view)).toBe(0.5);
    expect(fitOf({ width: 100, height: 50 }, view)).toBe(2);
  });

  test('keeps under a finger what lies there while it grows', () => {
    const point = { x: 300, y: 100 };
    const once = zoomedAt(WHOLE_FIGURE, 4, point, picture, view);
    // The picture's point at (300, 100) of the whole is now four times as far from the picture's middle.
    expect([once.x + point.x * 4, once.y + point.y * 4]).toEqual([point.x, point.y]);
    expect(zoomedAt(once, 0.5, point, picture, view)).toEqual({ zoom: 2, x: -300, y: -100 });
  });

  test('grows to a limit, and comes back to the middle when it is whole again', () => {
    expect(zoomedAt(WHOLE_FIGURE, 100, MIDDLE, picture, view).zoom).toBe(FIGURE_ZOOM_MAX);
    const moved = movedBy({ zoom: 4, x: 0, y: 0 }, 5_000, -5_000, picture, view);
    // 4000 by 2000 in a view of 1000 by 800: so far until an edge meets the view's.
    expect(moved).toEqual({ zoom: 4, x: 1_500, y: -600 });
    expect(zoomedAt(moved, 0.01, { x: 200, y: 200 }, picture, view)).toEqual(WHOLE_FIGURE);
  });

  test('does not move where all of it is in sight, and stays in sight when the window changes', () => {
    expect(movedBy(WHOLE_FIGURE, 50, 50, picture, view)).toEqual(WHOLE_FIGURE);
    expect(insideView({ zoom: 2, x: 500, y: 100 }, picture, { width: 4_000, height: 900 })).toEqual({ zoom: 2, x: 0, y: 100 });
  });
});
