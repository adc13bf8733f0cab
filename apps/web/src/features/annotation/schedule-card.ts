/** Schedules cards with the FSRS algorithm of ts-fsrs. Only this file uses the library, and only the review screen loads it. */
import type { CardSchedule } from '@shufang/contract';
import { type CardInput, createEmptyCard, fsrs, GenSeedStrategyWithCardId, type Grade, Rating, State, StrategyMode } from 'ts-fsrs';

export const RATINGS = ['again', 'hard', 'good', 'easy'] as const;
export type CardRating = (typeof RATINGS)[number];

const GRADES: Readonly<Record<CardRating, Grade>> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};
const STATES = { learning: State.Learning, review: State.Review, relearning: State.Relearning } as const;

/**
 * Intervals vary a little, so that cards learned on one day are not due together. The variation depends on the card and its number of
 * ratings, not on the time, so that a button has exactly the effect it shows.
 */
const scheduler = fsrs({ enable_fuzz: true }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('annotationId'));

/** Returns the difference between local time and UTC. The library counts days in UTC, so it receives times shifted by this difference. */
const localTimeShift = (nowMs: number): number => -new Date(nowMs).getTimezoneOffset() * 60_000;

/** Returns, for each rating, the schedule that the annotation's card has if it is rated so at `nowMs`. */
export const outcomesOf = (
  annotationId: string,
  schedule: CardSchedule | undefined,
  nowMs: number,
): Readonly<Record<CardRating, CardSchedule>> => {
  const shift = localTimeShift(nowMs);
  const localTime = (ms: number): Date => new Date(ms + shift);
  const card: CardInput =
    schedule === undefined
      ? createEmptyCard(localTime(nowMs))
      : {
          due: localTime(schedule.dueAt),
          stability: schedule.stability,
          difficulty: schedule.difficulty,
          elapsed_days: 0,
          scheduled_days: schedule.scheduledDays,
          learning_steps: schedule.learningStep,
          reps: schedule.reviews,
          lapses: schedule.lapses,
          state: STATES[schedule.state],
          last_review: localTime(schedule.reviewedAt),
        };
  const outcomes = scheduler.repeat({ ...card, annotationId } as CardInput, localTime(nowMs));
  const after = (rating: CardRating): CardSchedule => {
    const { due, stability, difficulty, scheduled_days, learning_steps, reps, lapses, state } = outcomes[GRADES[rating]].card;
    return {
      state: state === State.Review ? 'review' : state === State.Relearning ? 'relearning' : 'learning',
      dueAt: due.getTime() - shift,
      stability,
      difficulty,
      scheduledDays: scheduled_days,
      learningStep: learning_steps,
      reviews: reps,
      lapses,
      reviewedAt: nowMs,
      firstReviewedAt: schedule?.firstReviewedAt ?? nowMs,
    };
  };
  return { again: after('again'), hard: after('hard'), good: after('good'), easy: after('easy') };
};
