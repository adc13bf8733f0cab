import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

test.each([
  [1, 0, 800],
  [1, 1, 1_200],
  [2, 0.5, 2_000],
  [6, 0.5, 32_000],
  [7, 0.5, 60_000],
  [7, 1, 72_000],
  [5_000, 0, 48_000],
])('the delay after %i failures with the random number %d is correct', (failures, dice, ms) => {
  expect(retryDelayMs(failures, dice, 60_000)).toBeCloseTo(ms, 6);
});
