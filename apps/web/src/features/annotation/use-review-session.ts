/** A review session: the current card, the ratings, and undo. */
import type { Annotation, CardSchedule } from '@shufang/contract';
import { useRef, useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { pickNext, type ReviewCard } from './review-deck.ts';
import { type CardRating, outcomesOf } from './schedule-card.ts';
import type { CardActions } from './use-review-cards.ts';

interface Step {
  readonly annotation: Annotation;
  readonly before: CardSchedule | undefined;
  /** The user's rating of the card; absent if the user excluded the card instead. */
  readonly rating?: CardRating;
}

interface SessionState {
  /** Annotation of the current card; undefined when no card is left. */
  readonly annotationId: string | undefined;
  readonly isShown: boolean;
  /** Time of the last change of this state, UTC ms. */
  readonly at: number;
  readonly steps: readonly Step[];
  /** Text that screen readers announce after a change. */
  readonly announcement: string;
}

interface ReviewSessionInput {
  readonly cards: readonly ReviewCard[];
  readonly newCardsLeft: number;
  readonly isAll: boolean;
  readonly actions: CardActions;
}

const ratedIdsIn = (steps: readonly Step[]): ReadonlySet<string> => new Set(steps.map(({ annotation }) => annotation.id));

export const useReviewSession = ({ cards, newCardsLeft, isAll, actions }: ReviewSessionInput) => {
  const next = (deck: readonly ReviewCard[], steps: readonly Step[], nowMs: number, newLeft = newCardsLeft): ReviewCard | undefined =>
    pickNext(deck, { nowMs, newCardsLeft: newLeft, isAll, ratedIds: ratedIdsIn(steps) });
  const [session, setSession] = useState<SessionState>(() => {
    const at = Date.now();
    return { annotationId: next(cards, [], at)?.annotation.id, isShown: false, at, steps: [], announcement: '' };
  });
  const isWriting = useRef(false);
  const { annotationId, at, steps, announcement } = session;
  const current = cards.find(({ annotation, isOut }) => annotation.id === annotationId && !isOut);
  // If the shown card no longer exists, for example because another device has deleted it, the next card is shown.
  const card = current ?? (annotationId === undefined ? undefined : next(cards, steps, at));
  const isShown = current !== undefined && session.isShown;

  /** Runs one change at a time, so that a key pressed twice rates one card. A failed change leaves the session unchanged. */
  const write = async (change: () => Promise<SessionState>): Promise<void> => {
    if (isWriting.current) return;
    isWriting.current = true;
    try {
      setSession(await change());
    } catch (error) {
      reportError(error);
      broadcast('toast', { kind: 'error', text: reviewText.saveFailed });
    } finally {
      isWriting.current = false;
    }
  };
  const advance = (changed: ReviewCard, step: Step, announcement: string, nowMs: number): SessionState => {
    const after = [...steps, step];
    const deck = cards.map((each) => (each.annotation.id === changed.annotation.id ? changed : each));
    const newLeft = step.rating !== undefined && step.before === undefined ? newCardsLeft - 1 : newCardsLeft;
    return { annotationId: next(deck, after, nowMs, newLeft)?.annotation.id, isShown: false, at: nowMs, steps: after, announcement };
  };

  return {
    card,
    isShown,
    announcement,
    /** The schedule that each rating would lead to; undefined until the second side of the card is shown. */
    outcomes: isShown ? outcomesOf(current.annotation.id, current.schedule, at) : undefined,
    at,
    rated: steps.flatMap(({ rating }) => rating ?? []),
    /** Number of distinct cards that were rated. */
    reviewed: ratedIdsIn(steps.filter(({ rating }) => rating !== undefined)).size,
    canUndo: steps.length > 0,
    show: (): void => {
      if (card !== undefined)
        setSession({ ...session, annotationId: card.annotation.id, isShown: true, at: Date.now(), announcement: reviewText.answerShown });
    },
    rate: (rating: CardRating): Promise<void> =>
      write(async () => {
        if (!isShown) return session;
        const { annotation, schedule: before } = current;
        const nowMs = Date.now();
        const schedule = outcomesOf(annotation.id, before, nowMs)[rating];
        await actions.saveSchedule(annotation, schedule);
        return advance({ ...current, schedule }, { annotation, before, rating }, reviewText.rated(rating, schedule, nowMs), nowMs);
      }),
    exclude: (): Promise<void> =>
      write(async () => {
        if (card === undefined) return session;
        await actions.saveExcluded(card.annotation, true);
        return advance({ ...card, isOut: true }, { annotation: card.annotation, before: card.schedule }, reviewText.takenOut, Date.now());
      }),
    /** Undoes the last step and shows its card with the answer, to be rated again. */
    undo: (): Promise<void> =>
      write(async () => {
        const last = steps.at(-1);
        if (last === undefined) return session;
        if (last.rating === undefined) await actions.saveExcluded(last.annotation, false);
        else await actions.saveSchedule(last.annotation, last.before);
        return {
          annotationId: last.annotation.id,
          isShown: true,
          at: Date.now(),
          steps: steps.slice(0, -1),
          announcement: reviewText.undone,
        };
      }),
  };
};
