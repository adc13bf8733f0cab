import { expect, test } from 'vitest';
import { createReadingClock } from './reading-clock.ts';

const aClock = () => {
  let ms = 1_000_000;
  return { ...createReadingClock(() => ms), pass: (seconds: number) => (ms += seconds * 1_000) };
};

test('a page that is only open does not count', () => {
  const clock = aClock();
  clock.pass(600);
  expect(clock.takeSeconds()).toBe(0);
});

test('each touch counts for a minute, and touches in between lengthen it without counting twice', () => {
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

test('out of sight nothing counts, until it is touched again', () => {
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

test('parts of a second are not lost, and a clock that is put back takes nothing away', () => {
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
