import { expect, test } from 'vitest';
import { positionBeside } from './position-beside.ts';

const area = { width: 800, height: 600 };
const bar = { width: 300, height: 48 };

test('the toolbar is above the passage for mouse and below it for touch', () => {
  const passage = { x: 300, y: 300, width: 100, height: 20 };
  expect(positionBeside(passage, bar, area, false)).toEqual({ left: 200, top: 244 });
  expect(positionBeside(passage, bar, area, true)).toEqual({ left: 200, top: 356 });
});

test('the toolbar moves to the other side at the edges', () => {
  expect(positionBeside({ x: 0, y: 10, width: 50, height: 20 }, bar, area, false)).toEqual({ left: 8, top: 38 });
  expect(positionBeside({ x: 780, y: 560, width: 20, height: 20 }, bar, area, true)).toEqual({ left: 492, top: 476 });
});

test('the toolbar stays inside when the passage fills the area', () => {
  const { top } = positionBeside({ x: 0, y: -100, width: 800, height: 900 }, bar, area, false);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(top + bar.height).toBeLessThanOrEqual(area.height - 8);
});
