import { beforeEach, expect, it } from 'vitest';
import { ASSUMED_SPEED, findReadingSpeed, learnSpeed, storeReadingSpeed } from './reading-speed.ts';

beforeEach(() => localStorage.clear());

it('the speed of a reader approaches that of the pages', () => {
  let speed = ASSUMED_SPEED;
  for (let page = 0; page < 60; page++) speed = learnSpeed(speed, { chars: 500, ms: 50_000 });
  expect(speed).toBeGreaterThan(590);
  expect(speed).toBeLessThan(600);
});

it.each([
  ['turned at once', { chars: 500, ms: 900 }],
  ['left open during a pause', { chars: 500, ms: 400_000 }],
  ['skipped', { chars: 500, ms: 10_000 }],
  ['jumped from', { chars: 40_000, ms: 60_000 }],
  ['turned back', { chars: -500, ms: 30_000 }],
  ['almost empty', { chars: 5, ms: 5_000 }],
])('a page that was %s does not count', (_, page) => {
  expect(learnSpeed(400, page)).toBe(400);
});

it('the speed is stored on the device; without a valid one the assumed speed counts', () => {
  expect(findReadingSpeed()).toBe(ASSUMED_SPEED);
  storeReadingSpeed(420);
  expect(findReadingSpeed()).toBe(420);
  storeReadingSpeed(-1);
  expect(findReadingSpeed()).toBe(ASSUMED_SPEED);
});
