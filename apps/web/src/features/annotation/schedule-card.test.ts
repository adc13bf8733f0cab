import { cardStanding } from '@shufang/contract';
import { expect, test } from 'vitest';
import { outcomesOf, RATINGS } from './schedule-card.ts';

const DAY = 86_400_000;
/** Late in the evening here, wherever the test runs: a day ends at midnight of this clock, not of Greenwich. */
const EVENING = new Date(2026, 10, 22, 23, 30).getTime();
const MORNING = new Date(2026, 10, 23, 7, 0).getTime();
const ID = '01jcqz4b6v0000000000000001';

test('a new card comes again within minutes, but days later when it was easy', () => {
  const after = outcomesOf(ID, undefined, EVENING);
  const minutes = RATINGS.map((rating) => Math.round((after[rating].dueAt - EVENING) / 60_000));
  expect(minutes.slice(0, 3)).toEqual([1, 6, 10]);
  expect(after.easy.scheduledDays).toBeGreaterThan(3);
  expect(RATINGS.map((rating) => after[rating].state)).toEqual(['learning', 'learning', 'learning', 'review']);
});

test('what is kept of a standing is all that the next rating needs, and what the contract takes', () => {
  let standing = outcomesOf(ID, undefined, EVENING).good;
  for (const wait of [600_000, DAY, 5 * DAY, 20 * DAY]) {
    const outcomes = outcomesOf(ID, standing, standing.dueAt + wait);
    for (const rating of RATINGS) {
      // As it is written to disk, sent and read again.
      expect(cardStanding.parse(JSON.parse(JSON.stringify(outcomes[rating])))).toEqual(outcomes[rating]);
    }
    expect(outcomes.hard.dueAt).toBeLessThanOrEqual(outcomes.good.dueAt);
    expect(outcomes.good.dueAt).toBeLessThan(outcomes.easy.dueAt);
    expect(outcomes.good.stability).toBeGreaterThanOrEqual(standing.stability);
    standing = outcomes.good;
  }
  expect(standing).toMatchObject({ state: 'review', reviews: 5, lapses: 0, firstReviewedAt: EVENING });
  expect(standing.scheduledDays).toBeGreaterThan(30);
});

test('a forgotten card comes again in minutes, and sooner than before afterwards', () => {
  const known = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).easy, EVENING + 8 * DAY).good;
  const forgotten = outcomesOf(ID, known, known.dueAt).again;
  expect(forgotten).toMatchObject({ state: 'relearning', lapses: 1, scheduledDays: 0 });
  expect(forgotten.dueAt - known.dueAt).toBe(600_000);
  expect(outcomesOf(ID, forgotten, forgotten.dueAt).good.scheduledDays).toBeLessThan(known.scheduledDays);
});

test('what a button says is what it does, however long one looks at the card', () => {
  const standing = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).easy, EVENING + 8 * DAY).good;
  const said = outcomesOf(ID, standing, standing.dueAt);
  const done = outcomesOf(ID, standing, standing.dueAt + 90_000);
  for (const rating of RATINGS) expect(done[rating].scheduledDays).toBe(said[rating].scheduledDays);
});

test('cards learned together part', () => {
  const days = Array.from({ length: 12 }, (_, n) => {
    const id = `card${n}`;
    let standing = outcomesOf(id, undefined, EVENING).easy;
    for (let round = 0; round < 3; round += 1) standing = outcomesOf(id, standing, standing.dueAt).good;
    return standing.scheduledDays;
  });
  expect(new Set(days).size).toBeGreaterThan(1);
});

test('the night between evening and morning is a day', () => {
  const learned = outcomesOf(ID, outcomesOf(ID, undefined, EVENING).good, EVENING + 600_000).good;
  const sameDay = outcomesOf(ID, learned, EVENING + 900_000).good;
  const nextDay = outcomesOf(ID, learned, MORNING).good;
  expect(nextDay.stability).toBeGreaterThan(sameDay.stability);
});
