import { cardSchedule } from '@shufang/contract';
import { expect, test } from 'vitest';
import { outcomesOf, RATINGS } from './schedule-card.ts';

const DAY = 86_400_000;
/** A time late in the evening in the local time zone, to test that a day ends at local midnight and not at midnight UTC. */
const EVENING = new Date(2026, 10, 22, 23, 30).getTime();
const MORNING = new Date(2026, 10, 23, 7, 0).getTime();
const ID = '01jcqz4b6v0000000000000001';

test('a new card is due within minutes, or after days when it was easy', () => {
  const after = outcomesOf(ID, undefined, EVENING);
  const minutes = RATINGS.map((rating) => Math.round((after[rating].dueAt - EVENING) / 60_000));
  expect(minutes.slice(0, 3)).toEqual([1, 6, 10]);
  expect(after.easy.scheduledDays).toBeGreaterThan(3);
  expect(RATINGS.map((rating) => after[rating].state)).toEqual(['learning', 'learning', 'learning', 'review']);
});

test('the stored schedule is valid for the contract and sufficient for the next rating', () => {
  let schedule = outcomesOf(ID, undefined, EVENING).good;
  for (const wait of [600_000, DAY, 5 * DAY, 20 * DAY]) {
    const outcomes = outcomesOf(ID, schedule, schedule.dueAt + wait);
    for (const rating of RATINGS) {
      // The schedule is serialized and parsed, as it is when it is stored or sent.
      expect(cardSchedule.parse(JSON.parse(JSON.stringify(outcomes[rating])))).toEqual(outcomes[rating]);
    }
    expect(outcomes.hard.dueAt).toBeLessThanOrEqual(outcomes.good.dueAt);
    expect(outcomes.good.dueAt).toBeLessThan(outcomes.easy.dueAt);
    expect(outcomes.good.stability).toBeGreaterThanOrEqual(schedule.stability);
    schedule = outcomes.good;
  }
  expect(schedule).toMatchObject({ state: 'review', reviews: 5, lapses: 0, firstReviewedAt: EVENING });
  expect(schedule.scheduledDays).toBeGreaterThan(30);
});

test('a forgotten card is due within minutes, and afterwards sooner than before', () => {
  const graduated = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).easy, EVENING + 8 * DAY).good;
  const forgotten = outcomesOf(ID, graduated, graduated.dueAt).again;
  expect(forgotten).toMatchObject({ state: 'relearning', lapses: 1, scheduledDays: 0 });
  expect(forgotten.dueAt - graduated.dueAt).toBe(600_000);
  expect(outcomesOf(ID, forgotten, forgotten.dueAt).good.scheduledDays).toBeLessThan(graduated.scheduledDays);
});

test('a button has the announced effect, however long the card is shown', () => {
  const schedule = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).easy, EVENING + 8 * DAY).good;
  const announced = outcomesOf(ID, schedule, schedule.dueAt);
  const done = outcomesOf(ID, schedule, schedule.dueAt + 90_000);
  for (const rating of RATINGS) expect(done[rating].scheduledDays).toBe(announced[rating].scheduledDays);
});

test('cards learned together get different intervals', () => {
  const days = Array.from({ length: 12 }, (_, n) => {
    const id = `card${n}`;
    let schedule = outcomesOf(id, undefined, EVENING).easy;
    for (let round = 0; round < 3; round += 1) schedule = outcomesOf(id, schedule, schedule.dueAt).good;
    return schedule.scheduledDays;
  });
  expect(new Set(days).size).toBeGreaterThan(1);
});

test('a night counts as a day between evening and morning', () => {
  const learned = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).good, EVENING + 600_000).good;
  const sameDay = outcomesOf(ID, learned, EVENING + 900_000).good;
  const nextDay = outcomesOf(ID, learned, MORNING).good;
  expect(nextDay.stability).toBeGreaterThan(sameDay.stability);
});
