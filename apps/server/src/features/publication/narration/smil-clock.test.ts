import { expect, test } from 'vitest';
import { secondsOfClock } from './smil-clock.ts';

test.each([
  ['5:34:31.396', 20_071.396],
  ['124:59:36', 449_976],
  ['0:05:01.2', 301.2],
  ['00:56.78', 56.78],
  ['0:00:04', 4],
  ['09:58', 598],
  ['76.2s', 76.2],
  ['7.75h', 27_900],
  ['13min', 780],
  ['2345ms', 2.345],
  ['12.345', 12.345],
  [' npt=30 ', 30],
])('reads the clock value %s', (text, seconds) => {
  expect(secondsOfClock(text)).toBeCloseTo(seconds, 6);
});

test.each(['', 'abc', '-5s', '1:60:00', '0:00:60', '5 s', '1e3', '99999999999s', 'NaN', '1:2:3:4', 'indefinite'])('refuses %j', (text) => {
  expect(secondsOfClock(text)).toBeUndefined();
});
