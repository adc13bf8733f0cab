/** Stores a mark of one of two teachers, and what counts as soon as both agree. */
import { CodedError, type RubricLevels } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import { addScoreChanges } from '../regrade-store.ts';
import { putTeacherScore, type ScoredResponse, verdictOfPoints } from '../score-store.ts';
import { doAgree, isShareOf, meanMilli } from './double-scores.ts';
import { currentScores, type GivenScore, insertGivenScore, listGivenScores, listShares, putDecision } from './double-store.ts';

interface Mark {
  readonly assignmentId: string;
  readonly questionId: string;
  readonly possibleMilli: number;
  readonly thresholdMilli: number;
  readonly item: ScoredResponse;
  readonly marker: { readonly userId: string; readonly name: string };
  /** Number of the caller's last mark that the caller has seen. */
  readonly rev: number;
  readonly earnedMilli: number;
  readonly comment: string;
  readonly levels: RubricLevels | undefined;
}

const levelsOfBoth = (one: GivenScore, other: GivenScore): RubricLevels | null =>
  JSON.stringify(Object.entries(one.levels ?? {}).toSorted()) === JSON.stringify(Object.entries(other.levels ?? {}).toSorted())
    ? one.levels
    : null;

const joined = (texts: readonly string[], between: string): string => [...new Set(texts)].filter((text) => text !== '').join(between);

/** Stores what both agree on. */
const agree = async (tx: Transaction, { questionId, item, possibleMilli }: Mark, [one, other]: [GivenScore, GivenScore], at: number) => {
  const { attemptId } = item;
  const earnedMilli = meanMilli(one.earnedMilli, other.earnedMilli);
  const verdict = verdictOfPoints(earnedMilli, possibleMilli);
  const comment = joined([one.comment, other.comment], '\n');
  const score = { attemptId, questionId, rev: item.rev, earnedMilli, verdict, comment, levels: levelsOfBoth(one, other) };
  if (!(await putTeacherScore(tx, score))) throw new CodedError('assignment.changed');
  await putDecision(tx, attemptId, questionId, 'agreed');
  const change = { beforeMilli: item.earnedMilli, beforeVerdict: 'unscored' as const, afterMilli: earnedMilli, afterVerdict: verdict };
  await addScoreChanges(tx, [{ attemptId, rev: item.rev + 1, comment, ...change }], {
    questionId,
    source: 'teacher',
    regradeId: null,
    byName: joined([one.markerName, other.markerName], '、'),
    at,
  });
};

/**
 * Stores a mark; the transaction has locked the attempt. Returns whether the score of the response changed. Throws `marking.notAssigned`,
 * `marking.finished`, and `assignment.changed` if the caller has marked it meanwhile.
 */
export const markTwice = async (tx: Transaction, mark: Mark, at: number): Promise<boolean> => {
  const { assignmentId, questionId, item, marker, rev, thresholdMilli } = mark;
  const { attemptId } = item;
  if (!isShareOf((await listShares(tx, assignmentId)).get(item.userId), marker.userId)) throw new CodedError('marking.notAssigned');
  const before = currentScores(await listGivenScores(tx, assignmentId, questionId, attemptId));
  if (item.earnedMilli !== null || before.length === 2) throw new CodedError('marking.finished');
  const own = before.find(({ markerId }) => markerId === marker.userId);
  if ((own?.rev ?? 0) !== rev) throw new CodedError('assignment.changed');
  const [first] = before;
  const stored: GivenScore = {
    attemptId,
    seat: own?.seat ?? (first === undefined || first.seat === 2 ? 1 : 2),
    rev: rev + 1,
    markerId: marker.userId,
    markerName: marker.name,
    earnedMilli: mark.earnedMilli,
    comment: mark.comment,
    levels: mark.levels ?? null,
    markedAt: at,
  };
  await insertGivenScore(tx, questionId, stored);
  const other = before.find(({ seat }) => seat !== stored.seat);
  if (other === undefined || !doAgree(stored, other, thresholdMilli)) return false;
  await agree(tx, mark, stored.seat === 1 ? [stored, other] : [other, stored], at);
  return true;
};
