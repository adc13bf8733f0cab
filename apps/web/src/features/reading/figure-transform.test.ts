import { describe, expect, test } from 'vitest';
import { FIGURE_ZOOM_MAX, fitOf, insideView, movedBy, WHOLE_FIGURE, zoomedAt } from './figure-transform.ts';

const picture = { width: 2_000, height: 1_000 };
const view = { width: 1_000, height: 800 };
const MIDDLE = { x: 0, y: 0 };

describe('a picture in its view', () => {
  test('is shown completely, and a small one at most at twice its size', () => {
    expect(fitOf(picture, view)).toBe(0.5);
    expect(fitOf({ width: 100, height: 50 }, view)).toBe(2);
  });

  test('keeps the point under the finger while it is zoomed', () => {
    const point = { x: 300, y: 100 };
    const once = zoomedAt(WHOLE_FIGURE, 4, point, picture, view);
    // After zooming in four times, the point at (300, 100) of the whole picture is four times as far from the picture's center.
    expect([once.x + point.x * 4, once.y + point.y * 4]).toEqual([point.x, point.y]);
    expect(zoomedAt(once, 0.5, point, picture, view)).toEqual({ zoom: 2, x: -300, y: -100 });
  });

  test('has a maximum zoom, and is centered when it is shown completely again', () => {
    expect(zoomedAt(WHOLE_FIGURE, 100, MIDDLE, picture, view).zoom).toBe(FIGURE_ZOOM_MAX);
    const moved = movedBy({ zoom: 4, x: 0, y: 0 }, 5_000, -5_000, picture, view);
    // At this zoom the picture has 4000 × 2000 pixels in a view of 1000 × 800: it can be dragged until its edge reaches the edge of the
    // view.
    expect(moved).toEqual({ zoom: 4, x: 1_500, y: -600 });
    expect(zoomedAt(moved, 0.01, { x: 200, y: 200 }, picture, view)).toEqual(WHOLE_FIGURE);
  });

  test('does not move while it is completely visible, and stays visible when the window changes', () => {
    expect(movedBy(WHOLE_FIGURE, 50, 50, picture, view)).toEqual(WHOLE_FIGURE);
    expect(insideView({ zoom: 2, x: 500, y: 100 }, picture, { width: 4_000, height: 900 })).toEqual({ zoom: 2, x: 0, y: 100 });
  });
});
