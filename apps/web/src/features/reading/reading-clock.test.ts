import { expect, test } from 'vitest';
import { createReadingClock } from './reading-clock.ts';

const aClock = () => {
  let ms = 1_000_000;
  return { ...createReadingClock(() => ms), pass: (seconds: number) => (ms += seconds * 1_000) };
};

test('a page that is open without input does not count', () => {
  const clock = aClock();
  clock.pass(600);
  expect(clock.takeSeconds()).toBe(0);
});

test('each input counts for a minute, and overlapping minutes are counted once', () => {
  const clock = aClock();
  clock.touch();
  clock.pass(30);
  clock.touch();
  clock.pass(600);
  expect(clock.takeSeconds()).toBe(90);
  expect(clock.takeSeconds()).toBe(0);
  clock.touch();
  clock.pass(10);
  expect(clock.takeSeconds()).toBe(10);
  clock.pass(10);
  expect(clock.takeSeconds()).toBe(10);
});

test('a hidden page does not count until the next input', () => {
  const clock = aClock();
  clock.touch();
  clock.pass(20);
  clock.rest();
  clock.pass(30);
  expect(clock.takeSeconds()).toBe(20);
  clock.touch();
  clock.pass(5);
  expect(clock.takeSeconds()).toBe(5);
});

test('fractions of seconds are not lost, and a clock that is set back subtracts nothing', () => {
  const clock = aClock();
  clock.touch();
  for (let i = 0; i < 4; i++) {
    clock.pass(0.5);
    clock.takeSeconds();
  }
  clock.pass(0.5);
  clock.pass(-100);
  expect(clock.takeSeconds()).toBe(0);
  clock.pass(101);
  expect(clock.takeSeconds()).toBe(1);
});
