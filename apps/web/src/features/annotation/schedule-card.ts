/** When a card comes again: FSRS, of the library ts-fsrs. Only this file knows the library, and only the screen of the cards loads it. */
import type { CardStanding } from '@shufang/contract';
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
 * Intervals vary a little, so that cards learned on one day do not stay together for ever. What decides how much is the card and how often it
 * was rated, not the moment: what a button says is what it does.
 */
const scheduler = fsrs({ enable_fuzz: true }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('markId'));

/** The library counts days by UTC: it is given the time the clock on the wall shows, so that a day ends at midnight. */
const wallShift = (nowMs: number): number => -new Date(nowMs).getTimezoneOffset() * 60_000;

/** Where the card of a mark stands after each rating at `nowMs`. */
export const outcomesOf = (
  markId: string,
  standing: CardStanding | undefined,
  nowMs: number,
): Readonly<Record<CardRating, CardStanding>> => {
  const shift = wallShift(nowMs);
  const wall = (ms: number): Date => new Date(ms + shift);
  const card: CardInput =
    standing === undefined
      ? createEmptyCard(wall(nowMs))
      : {
          due: wall(standing.dueAt),
          stability: standing.stability,
          difficulty: standing.difficulty,
          elapsed_days: 0,
          scheduled_days: standing.scheduledDays,
          learning_steps: standing.learningStep,
          reps: standing.reviews,
          lapses: standing.lapses,
          state: STATES[standing.state],
          last_review: wall(standing.reviewedAt),
        };
  const outcomes = scheduler.repeat({ ...card, markId } as CardInput, wall(nowMs));
  const after = (rating: CardRating): CardStanding => {
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
      firstReviewedAt: standing?.firstReviewedAt ?? nowMs,
    };
  };
  return { again: after('again'), hard: after('hard'), good: after('good'), easy: after('easy') };
};
