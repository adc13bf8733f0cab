/** One sitting with the cards: which is shown, what was done with it, and the way back. */
import type { Annotation, CardStanding } from '@shufang/contract';
import { useRef, useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { pickNext, type ReviewCard } from './review-deck.ts';
import { type CardRating, outcomesOf } from './schedule-card.ts';
import type { CardVerbs } from './use-review-cards.ts';

interface Step {
  readonly mark: Annotation;
  readonly before: CardStanding | undefined;
  /** Absent: taken out of the cards. */
  readonly rating?: CardRating;
}

interface Sitting {
  /** Undefined: nothing is left. */
  readonly markId: string | undefined;
  readonly isShown: boolean;
  /** When it came to stand so, UTC ms. */
  readonly at: number;
  readonly steps: readonly Step[];
  /** What is read aloud. */
  readonly said: string;
}

interface SessionParts {
  readonly cards: readonly ReviewCard[];
  readonly freshLeft: number;
  readonly isAll: boolean;
  readonly verbs: CardVerbs;
}

const seenIn = (steps: readonly Step[]): ReadonlySet<string> => new Set(steps.map(({ mark }) => mark.id));

export const useReviewSession = ({ cards, freshLeft, isAll, verbs }: SessionParts) => {
  const next = (deck: readonly ReviewCard[], steps: readonly Step[], nowMs: number, left = freshLeft): ReviewCard | undefined =>
    pickNext(deck, { nowMs, freshLeft: left, isAll, seen: seenIn(steps) });
  const [sitting, setSitting] = useState<Sitting>(() => {
    const at = Date.now();
    return { markId: next(cards, [], at)?.mark.id, isShown: false, at, steps: [], said: '' };
  });
  const isWriting = useRef(false);
  const { markId, at, steps, said } = sitting;
  const held = cards.find(({ mark, isOut }) => mark.id === markId && !isOut);
  // Another device may have thrown away what is shown here.
  const card = held ?? (markId === undefined ? undefined : next(cards, steps, at));
  const isShown = held !== undefined && sitting.isShown;

  /** One change at a time: a key that is pressed twice rates one card. What fails leaves everything as it stands. */
  const write = async (change: () => Promise<Sitting>): Promise<void> => {
    if (isWriting.current) return;
    isWriting.current = true;
    try {
      setSitting(await change());
    } catch (error) {
      reportError(error);
      broadcast('toast', { kind: 'error', text: reviewText.saveFailed });
    } finally {
      isWriting.current = false;
    }
  };
  const goOn = (changed: ReviewCard, step: Step, said: string, nowMs: number): Sitting => {
    const after = [...steps, step];
    const deck = cards.map((each) => (each.mark.id === changed.mark.id ? changed : each));
    const left = step.rating !== undefined && step.before === undefined ? freshLeft - 1 : freshLeft;
    return { markId: next(deck, after, nowMs, left)?.mark.id, isShown: false, at: nowMs, steps: after, said };
  };

  return {
    card,
    isShown,
    said,
    /** What each rating would do; undefined while the answer is hidden. */
    outcomes: isShown ? outcomesOf(held.mark.id, held.standing, at) : undefined,
    at,
    rated: steps.flatMap(({ rating }) => rating ?? []),
    /** How many cards were rated, however often. */
    reviewed: seenIn(steps.filter(({ rating }) => rating !== undefined)).size,
    canUndo: steps.length > 0,
    show: (): void => {
      if (card !== undefined) setSitting({ ...sitting, markId: card.mark.id, isShown: true, at: Date.now(), said: reviewText.answerShown });
    },
    rate: (rating: CardRating): Promise<void> =>
      write(async () => {
        if (!isShown) return sitting;
        const { mark, standing: before } = held;
        const nowMs = Date.now();
        const standing = outcomesOf(mark.id, before, nowMs)[rating];
        await verbs.saveStanding(mark, standing);
        return goOn({ ...held, standing }, { mark, before, rating }, reviewText.rated(rating, standing, nowMs), nowMs);
      }),
    takeOut: (): Promise<void> =>
      write(async () => {
        if (card === undefined) return sitting;
        await verbs.saveOut(card.mark, true);
        return goOn({ ...card, isOut: true }, { mark: card.mark, before: card.standing }, reviewText.takenOut, Date.now());
      }),
    /** Takes back the last step; its card is shown with the answer, to be rated anew. */
    undo: (): Promise<void> =>
      write(async () => {
        const last = steps.at(-1);
        if (last === undefined) return sitting;
        if (last.rating === undefined) await verbs.saveOut(last.mark, false);
        else await verbs.saveStanding(last.mark, last.before);
        return { markId: last.mark.id, isShown: true, at: Date.now(), steps: steps.slice(0, -1), said: reviewText.undone };
      }),
  };
};
