/** What the scores of two teachers make of a response, and what each teacher sees of them. */
import type { AnonymousResponse, DoubleMarkingState } from '@shufang/contract';
import { type ScoredResponse, viewResponse } from '../score-store.ts';
import { currentScores, type GivenScore } from './double-store.ts';

/** Returns the mean of two marks in thousandths, rounded half up. */
export const meanMilli = (one: number, other: number): number => Math.floor((one + other + 1) / 2);

/** Returns whether the mean of these marks counts. */
export const doAgree = (one: GivenScore, other: GivenScore, thresholdMilli: number): boolean =>
  Math.abs(one.earnedMilli - other.earnedMilli) <= thresholdMilli;

/** Who asks for responses. */
export interface Marker {
  readonly userId: string;
  /** Whether it is the teacher to whom the class belongs, who decides in a dispute. */
  readonly isOwner: boolean;
}

const stateOf = (item: ScoredResponse, given: readonly GivenScore[], own: GivenScore | undefined): DoubleMarkingState => {
  if (item.earnedMilli !== null) return item.decision ?? 'agreed';
  if (given.length === 2) return 'disputed';
  return own === undefined ? 'open' : 'waiting';
};

/**
 * Returns a response that two teachers mark as one of them sees it: with the own mark, and with the other one only after both have marked
 * it. `given`: all scores of this response.
 */
export const viewDouble = (item: ScoredResponse, given: readonly GivenScore[], { userId, isOwner }: Marker): AnonymousResponse => {
  const current = currentScores(given);
  const own = current.find(({ markerId }) => markerId === userId);
  const state = stateOf(item, current, own);
  const isShown = state === 'agreed' || state === 'settled' || (state === 'disputed' && isOwner);
  const { attemptId, response } = viewResponse(item);
  return {
    attemptId,
    response,
    comment: own?.comment ?? '',
    rev: own?.rev ?? 0,
    ...(own === undefined ? {} : { earnedMilli: own.earnedMilli }),
    ...(own === undefined || own.levels === null ? {} : { levels: own.levels }),
    double: {
      state,
      ...(item.earnedMilli === null ? {} : { finalMilli: item.earnedMilli }),
      finalRev: item.rev,
      ...(isShown ? { given: current.map(({ markerName, earnedMilli, comment }) => ({ name: markerName, earnedMilli, comment })) } : {}),
    },
  };
};

/** Returns whether a teacher shall mark the work of a student, whose markers are `markerIds`: everyone, if nobody was chosen. */
export const isShareOf = (markerIds: readonly string[] | undefined, userId: string): boolean =>
  markerIds === undefined || markerIds.includes(userId);

/**
 * Returns whether a response that two teachers mark belongs on the list of one of them: the own share, and for the teacher of the class what
 * both markers have finished. What two others have marked without the caller is not listed.
 */
export const isListed = (
  item: ScoredResponse,
  given: readonly GivenScore[],
  markerIds: readonly string[] | undefined,
  { userId, isOwner }: Marker,
): boolean => {
  const current = currentScores(given);
  const isFull = current.length === 2 || item.earnedMilli !== null;
  if (isFull) return isOwner || current.some(({ markerId }) => markerId === userId);
  return isShareOf(markerIds, userId);
};
