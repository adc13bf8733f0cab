import { type CardSchedule, type ReviewCardRecord } from '@shufang/contract';
import { expect, test } from 'vitest';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import { cardsOf, countCards, countNewCardsLeft, pickNext, type ReviewQueue, startOfDay } from './review-deck.ts';

const NOW = new Date(2026, 10, 22, 15, 0).getTime();
const MINUTE = 60_000;
const TODAY = startOfDay(NOW);

const createSchedule = (fields: Partial<CardSchedule> = {}): CardSchedule => ({
  state: 'review',
  dueAt: NOW,
  stability: 3,
  difficulty: 5,
  scheduledDays: 3,
  learningStep: 0,
  reviews: 2,
  lapses: 0,
  reviewedAt: NOW - 3 * 86_400_000,
  firstReviewedAt: NOW - 9 * 86_400_000,
  ...fields,
});
const annotations = Array.from({ length: 6 }, (_, n) => anAnnotation({ id: `m${n}`, createdAt: n }));
const deckOf = (records: Record<string, ReviewCardRecord>) => cardsOf(annotations, new Map(Object.entries(records)));
const round = (fields: Partial<ReviewQueue> = {}): ReviewQueue => ({
  nowMs: NOW,
  newCardsLeft: 20,
  isAll: false,
  ratedIds: new Set(),
  ...fields,
});
/** Returns the order of the cards when each is rated so that it is not due again. */
const orderOf = (records: Record<string, ReviewCardRecord>, fields: Partial<ReviewQueue> = {}): string[] => {
  const order: string[] = [];
  let deck = deckOf(records);
  for (;;) {
    const next = pickNext(deck, round({ ...fields, ratedIds: new Set(order) }));
    if (next === undefined) return order;
    order.push(next.annotation.id);
    deck = deck.map((card) => (card === next ? { ...card, schedule: createSchedule({ dueAt: NOW + 9 * 86_400_000 }) } : card));
  }
};
const OUT = { isOut: true };

test('annotations without a card are skipped, and excluded cards are flagged', () => {
  const cards = cardsOf(
    [anAnnotation({ id: 'a' }), anAnnotation({ kind: 'bookmark' }), anAnnotation({ deletedAt: 1 })],
    new Map([['a', OUT]]),
  );
  expect(cards.map(({ annotation, isOut }) => [annotation.id, isOut])).toEqual([['a', true]]);
});

test('the order is: relearning cards that are due, cards due today, new cards by creation, cards due again soon', () => {
  expect(
    orderOf({
      m0: { schedule: createSchedule({ state: 'learning', dueAt: NOW + 15 * MINUTE }) },
      m1: {},
      m2: { schedule: createSchedule({ dueAt: startOfDay(NOW, 1) - 1 }) },
      m3: { schedule: createSchedule({ state: 'relearning', dueAt: NOW - 1 }) },
      m4: { schedule: createSchedule({ dueAt: startOfDay(NOW, 1) }) },
    }),
  ).toEqual(['m3', 'm2', 'm1', 'm5', 'm0']);
});

test('the daily limit of new cards holds, and excluded cards are skipped', () => {
  expect(orderOf({ m0: OUT, m2: OUT }, { newCardsLeft: 0 })).toEqual([]);
  expect(pickNext(deckOf({ m0: OUT }), round())?.annotation.id).toBe('m1');
});

test('the session ends when the next card is due in more than twenty minutes', () => {
  const soon = (minutes: number) => ({ m0: { schedule: createSchedule({ state: 'learning' as const, dueAt: NOW + minutes * MINUTE }) } });
  expect(pickNext(deckOf(soon(20)), round({ newCardsLeft: 0 }))?.annotation.id).toBe('m0');
  expect(pickNext(deckOf(soon(21)), round({ newCardsLeft: 0 }))).toBeUndefined();
});

test('reviewing all shows each card once, whether due or new', () => {
  const far = { schedule: createSchedule({ dueAt: NOW + 30 * 86_400_000 }) };
  expect(orderOf({ m0: far, m1: OUT, m4: far }, { isAll: true, newCardsLeft: 0 }).toSorted()).toEqual(['m0', 'm2', 'm3', 'm4', 'm5']);
});

test('the daily limit counts new cards of all devices and books, and resets at midnight', () => {
  const begun = (count: number, at: number) =>
    new Map(Array.from({ length: count }, (_, n) => [`x${n}`, { schedule: createSchedule({ firstReviewedAt: at }) }] as const));
  expect(countNewCardsLeft(begun(7, TODAY), NOW)).toBe(ANNOTATION_LIMITS.newCardsPerDay - 7);
  expect(countNewCardsLeft(begun(7, TODAY - 1), NOW)).toBe(ANNOTATION_LIMITS.newCardsPerDay);
  expect(countNewCardsLeft(begun(ANNOTATION_LIMITS.newCardsPerDay + 5, NOW), NOW)).toBe(0);
});

test('the counts are the cards that are due, new, done and later, with the next due date', () => {
  const tomorrow = startOfDay(NOW, 1);
  const counts = countCards(
    deckOf({
      m0: { schedule: createSchedule() },
      m1: { schedule: createSchedule({ dueAt: tomorrow + 5, reviewedAt: NOW - 1 }) },
      m2: { schedule: createSchedule({ dueAt: tomorrow + 9 }) },
      m3: { schedule: createSchedule({ dueAt: startOfDay(NOW, 5) }) },
    }),
    1,
    NOW,
  );
  expect(counts).toEqual({ due: 1, fresh: 1, done: 1, later: 1, next: { at: tomorrow + 5, count: 2 } });
  expect(countCards(deckOf({ m0: OUT, m1: { ...OUT, schedule: createSchedule() } }), 9, NOW)).toEqual({
    due: 0,
    fresh: 4,
    done: 0,
    later: 0,
    next: undefined,
  });
});
