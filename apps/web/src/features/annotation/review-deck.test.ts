import { type CardStanding, LIMITS, type ReviewCardRecord } from '@shufang/contract';
import { expect, test } from 'vitest';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { cardsOf, countCards, freshLeftOf, pickNext, type Round, startOfDay } from './review-deck.ts';

const NOW = new Date(2026, 10, 22, 15, 0).getTime();
const MINUTE = 60_000;
const TODAY = startOfDay(NOW);

const aStanding = (parts: Partial<CardStanding> = {}): CardStanding => ({
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
  ...parts,
});
const marks = Array.from({ length: 6 }, (_, n) => aMark({ id: `m${n}`, createdAt: n }));
const deckOf = (records: Record<string, ReviewCardRecord>) => cardsOf(marks, new Map(Object.entries(records)));
const round = (parts: Partial<Round> = {}): Round => ({ nowMs: NOW, freshLeft: 20, isAll: false, seen: new Set(), ...parts });
/** The order in which cards come when each is rated so that it does not come again. */
const orderOf = (records: Record<string, ReviewCardRecord>, parts: Partial<Round> = {}): string[] => {
  const order: string[] = [];
  let deck = deckOf(records);
  for (;;) {
    const next = pickNext(deck, round({ ...parts, seen: new Set(order) }));
    if (next === undefined) return order;
    order.push(next.mark.id);
    deck = deck.map((card) => (card === next ? { ...card, standing: aStanding({ dueAt: NOW + 9 * 86_400_000 }) } : card));
  }
};
const OUT = { isOut: true };

test('marks that make no card are left out, those that were taken out stay and say so', () => {
  const cards = cardsOf([aMark({ id: 'a' }), aMark({ kind: 'bookmark' }), aMark({ deletedAt: 1 })], new Map([['a', OUT]]));
  expect(cards.map(({ mark, isOut }) => [mark.id, isOut])).toEqual([['a', true]]);
});

test('first what has come again, then what is due today, then new ones as they were marked, last what comes again soon', () => {
  expect(
    orderOf({
      m0: { standing: aStanding({ state: 'learning', dueAt: NOW + 15 * MINUTE }) },
      m1: {},
      m2: { standing: aStanding({ dueAt: startOfDay(NOW, 1) - 1 }) },
      m3: { standing: aStanding({ state: 'relearning', dueAt: NOW - 1 }) },
      m4: { standing: aStanding({ dueAt: startOfDay(NOW, 1) }) },
    }),
  ).toEqual(['m3', 'm2', 'm1', 'm5', 'm0']);
});

test('no more new cards than today has, and none that was taken out', () => {
  expect(orderOf({ m0: OUT, m2: OUT }, { freshLeft: 0 })).toEqual([]);
  expect(pickNext(deckOf({ m0: OUT }), round())?.mark.id).toBe('m1');
});

test('what comes again after more than twenty minutes ends the sitting', () => {
  const soon = (minutes: number) => ({ m0: { standing: aStanding({ state: 'learning' as const, dueAt: NOW + minutes * MINUTE }) } });
  expect(pickNext(deckOf(soon(20)), round({ freshLeft: 0 }))?.mark.id).toBe('m0');
  expect(pickNext(deckOf(soon(21)), round({ freshLeft: 0 }))).toBeUndefined();
});

test('through all of them: each once, whatever is due and however many are new', () => {
  const far = { standing: aStanding({ dueAt: NOW + 30 * 86_400_000 }) };
  expect(orderOf({ m0: far, m1: OUT, m4: far }, { isAll: true, freshLeft: 0 }).toSorted()).toEqual(['m0', 'm2', 'm3', 'm4', 'm5']);
});

test('new cards of today are counted on all devices and over all books, and begin anew at midnight', () => {
  const begun = (count: number, at: number) =>
    new Map(Array.from({ length: count }, (_, n) => [`x${n}`, { standing: aStanding({ firstReviewedAt: at }) }] as const));
  expect(freshLeftOf(begun(7, TODAY), NOW)).toBe(LIMITS.newCardsPerDay - 7);
  expect(freshLeftOf(begun(7, TODAY - 1), NOW)).toBe(LIMITS.newCardsPerDay);
  expect(freshLeftOf(begun(LIMITS.newCardsPerDay + 5, NOW), NOW)).toBe(0);
});

test('how many are due, new, done and later, and when the next come', () => {
  const tomorrow = startOfDay(NOW, 1);
  const counts = countCards(
    deckOf({
      m0: { standing: aStanding() },
      m1: { standing: aStanding({ dueAt: tomorrow + 5, reviewedAt: NOW - 1 }) },
      m2: { standing: aStanding({ dueAt: tomorrow + 9 }) },
      m3: { standing: aStanding({ dueAt: startOfDay(NOW, 5) }) },
    }),
    1,
    NOW,
  );
  expect(counts).toEqual({ due: 1, fresh: 1, done: 1, later: 1, next: { at: tomorrow + 5, count: 2 } });
  expect(countCards(deckOf({ m0: OUT, m1: { ...OUT, standing: aStanding() } }), 9, NOW)).toEqual({
    due: 0,
    fresh: 4,
    done: 0,
    later: 0,
    next: undefined,
  });
});
