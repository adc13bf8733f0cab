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

test('the toolbar covers the bars above and below the page before it covers the passage', () => {
  const whole = { x: 40, y: 44, width: 300, height: 512 };
  expect(positionBeside(whole, bar, { ...area, above: 48, below: 44 }, false)).toEqual({ left: 40, top: -12 });
  expect(positionBeside(whole, bar, { ...area, above: 8, below: 44 }, false)).toEqual({ left: 40, top: 564 });
});

test('the toolbar is beside a line of vertical text that is as high as the page', () => {
  const line = { x: 400, y: 20, width: 24, height: 570 };
  expect(positionBeside(line, bar, area, false)).toEqual({ left: 432, top: 281 });
  expect(positionBeside({ ...line, x: 600 }, bar, area, true)).toEqual({ left: 264, top: 281 });
});
