import { expect, it } from 'vitest';
import { createRestReminder } from './rest-reminder.ts';

/** Returns the minutes at which the reminder is due for a reader who touches the page at these minutes. */
const dueAt = (touches: readonly number[], minutes = 30): number[] => {
  let minute = 0;
  const reminder = createRestReminder(() => minute * 60_000);
  return touches.filter((at) => {
    minute = at;
    return reminder.touch(minutes);
  });
};
const everyMinute = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('a reader without a break is reminded each time the minutes have passed', () => {
  expect(dueAt(everyMinute(100, 170))).toEqual([130, 160]);
});

it('a break of five minutes begins the time again, a shorter one does not', () => {
  expect(dueAt([...everyMinute(0, 20), ...everyMinute(25, 60)])).toEqual([55]);
  expect(dueAt([...everyMinute(0, 20), ...everyMinute(24, 40)])).toEqual([30]);
});

it('a clock that is set back begins the time again', () => {
  expect(dueAt([...everyMinute(0, 20), ...everyMinute(5, 36)])).toEqual([35]);
});
