/** Review cards made from annotations: which cards are due and which is next. Pure; days follow this device's time zone. */
import { type Annotation, type CardSchedule, type CardSides, cardSidesOf, type ReviewCardRecord } from '@shufang/contract';
import { formulaNotationNow } from '../../platform/formula/readable-quote.ts';
import { ANNOTATION_LIMITS } from './limits.ts';

export interface ReviewCard {
  readonly annotation: Annotation;
  readonly sides: CardSides;
  /** When the card is due next, as calculated from its ratings; absent for a new card. */
  readonly schedule?: CardSchedule | undefined;
  readonly isOut: boolean;
}

export type CardRecords = ReadonlyMap<string, ReviewCardRecord>;

/** Cards due within this time are shown early, after all others, instead of making the user wait, as in Anki. */
const LEARN_AHEAD_MS = 20 * 60_000;

/** Returns the local start of the day of `nowMs`, or of the day `later` days after it. */
export const startOfDay = (nowMs: number, later = 0): number => {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
};

/** Returns the cards of all annotations that have one, including excluded cards. */
export const cardsOf = (annotations: readonly Annotation[], records: CardRecords): ReviewCard[] => {
  const notation = formulaNotationNow();
  return annotations.flatMap((annotation) => {
    const sides = cardSidesOf(annotation, notation);
    const record = records.get(annotation.id);
    return sides === undefined ? [] : [{ annotation, sides, schedule: record?.schedule, isOut: record?.isOut === true }];
  });
};

/** Returns whether a card is due. A card whose interval counts in days is due from the start of its day. */
const isDue = ({ state, dueAt }: CardSchedule, nowMs: number): boolean =>
  state === 'review' ? dueAt < startOfDay(nowMs, 1) : dueAt <= nowMs + LEARN_AHEAD_MS;

/** Returns how many new cards are left today, independent of the selection. */
export const countNewCardsLeft = (records: CardRecords, nowMs: number): number => {
  const today = startOfDay(nowMs);
  const begun = [...records.values()].filter(({ schedule }) => (schedule?.firstReviewedAt ?? 0) >= today).length;
  return Math.max(0, ANNOTATION_LIMITS.newCardsPerDay - begun);
};

export interface CardCounts {
  readonly due: number;
  /** Number of new cards that may be reviewed today. */
  readonly fresh: number;
  /** Number of cards that were reviewed today and are not due again today. */
  readonly done: number;
  /** Number of new cards that exceed today's limit and are left for another day. */
  readonly later: number;
  /** Due time of the next card that is not due now, and the number of cards due on that day. */
  readonly next?: { readonly at: number; readonly count: number } | undefined;
}

const nextOf = (waiting: readonly CardSchedule[]): CardCounts['next'] => {
  if (waiting.length === 0) return undefined;
  const at = Math.min(...waiting.map(({ dueAt }) => dueAt));
  const end = startOfDay(at, 1);
  return { at, count: waiting.filter(({ dueAt }) => dueAt < end).length };
};

export const countCards = (cards: readonly ReviewCard[], newCardsLeft: number, nowMs: number): CardCounts => {
  const schedules = cards.flatMap(({ isOut, schedule }) => (isOut || schedule === undefined ? [] : [schedule]));
  const unseen = cards.filter(({ isOut, schedule }) => !isOut && schedule === undefined).length;
  const waiting = schedules.filter((schedule) => !isDue(schedule, nowMs));
  const fresh = Math.min(unseen, newCardsLeft);
  return {
    due: schedules.length - waiting.length,
    fresh,
    done: waiting.filter(({ reviewedAt }) => reviewedAt >= startOfDay(nowMs)).length,
    later: unseen - fresh,
    next: nextOf(waiting),
  };
};

export interface ReviewQueue {
  readonly nowMs: number;
  readonly newCardsLeft: number;
  /** Whether every card is reviewed once, including cards that are not due. */
  readonly isAll: boolean;
  /** Ids of the annotations rated in this session. */
  readonly ratedIds: ReadonlySet<string>;
}

const byDue = (a: ReviewCard, b: ReviewCard): number => (a.schedule?.dueAt ?? 0) - (b.schedule?.dueAt ?? 0) || byAge(a, b);
const byAge = (a: ReviewCard, b: ReviewCard): number =>
  a.annotation.createdAt - b.annotation.createdAt || (a.annotation.id < b.annotation.id ? -1 : Number(a.annotation.id > b.annotation.id));

/** Returns the next card: relearning cards that are due, then cards due today, then new cards by creation, then cards due again soon. */
export const pickNext = (cards: readonly ReviewCard[], { nowMs, newCardsLeft, isAll, ratedIds }: ReviewQueue): ReviewCard | undefined => {
  const active = cards.filter(({ isOut }) => !isOut);
  const minutes = active.filter(({ schedule }) => schedule !== undefined && schedule.state !== 'review' && isDue(schedule, nowMs));
  const again = minutes.filter(({ schedule }) => schedule !== undefined && schedule.dueAt <= nowMs);
  const days = active.filter(
    ({ annotation, schedule }) => schedule?.state === 'review' && (isAll ? !ratedIds.has(annotation.id) : isDue(schedule, nowMs)),
  );
  const fresh = isAll || newCardsLeft > 0 ? active.filter(({ schedule }) => schedule === undefined) : [];
  return again.toSorted(byDue)[0] ?? days.toSorted(byDue)[0] ?? fresh.toSorted(byAge)[0] ?? minutes.toSorted(byDue)[0];
};
