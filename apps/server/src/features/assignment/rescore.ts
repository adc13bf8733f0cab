/** What a corrected key changes: the score of every response to the question, and the spread of the whole paper before and after. */
import { scoreBands, scoreQuestion } from '@shufang/assessment';
import type { QuestionKey, RegradePreview } from '@shufang/contract';
import type { ScoreChange, ScoredItem } from './regrade-store.ts';

const asChange = (item: ScoredItem, afterMilli: number | null, afterVerdict: ScoreChange['afterVerdict']): ScoreChange => ({
  attemptId: item.attemptId,
  rev: item.rev + 1,
  beforeMilli: item.earnedMilli,
  beforeVerdict: item.verdict,
  afterMilli,
  afterVerdict,
  comment: item.comment,
});

const isChanged = ({ beforeMilli, beforeVerdict, afterMilli, afterVerdict }: ScoreChange): boolean =>
  beforeMilli !== afterMilli || beforeVerdict !== afterVerdict;

/** Returns the scores that a key changes. Those that a person gave stay; with `isRaiseOnly` also those that would become lower. */
export const rescore = (items: readonly ScoredItem[], key: QuestionKey, isRaiseOnly: boolean): ScoreChange[] =>
  items.flatMap((item) => {
    if (item.isManual) return [];
    const { verdict, earnedMilli } = scoreQuestion(key, item.response);
    const after = verdict === 'unscored' ? null : earnedMilli;
    if (isRaiseOnly && item.earnedMilli !== null && (after ?? 0) < item.earnedMilli) return [];
    const change = asChange(item, after, verdict);
    return isChanged(change) ? [change] : [];
  });

/**
 * Returns the scores that an undone correction changes back: those that it changed are as they were, unless a teacher has changed them since;
 * attempts that were handed in later are scored with the earlier key.
 */
export const rescoreBack = (
  items: readonly ScoredItem[],
  before: ReadonlyMap<string, { milli: number | null; verdict: ScoreChange['beforeVerdict']; rev: number }>,
  keyBefore: QuestionKey,
  appliedAt: number,
): ScoreChange[] => {
  const restored = items.flatMap((item) => {
    const earlier = before.get(item.attemptId);
    return earlier === undefined || earlier.rev !== item.rev ? [] : [asChange(item, earlier.milli, earlier.verdict)];
  });
  const later = items.filter((item) => !before.has(item.attemptId) && item.finishedAt >= appliedAt);
  return [...restored, ...rescore(later, keyBefore, false)].filter(isChanged);
};

const pointsOf = (milli: number | null): number => milli ?? 0;

/** Returns how many attempts gain and lose points. */
export const countDirections = (changes: readonly ScoreChange[]): { raised: number; lowered: number } => ({
  raised: changes.filter(({ beforeMilli, afterMilli }) => pointsOf(afterMilli) > pointsOf(beforeMilli)).length,
  lowered: changes.filter(({ beforeMilli, afterMilli }) => pointsOf(afterMilli) < pointsOf(beforeMilli)).length,
});

/** Returns what a teacher sees before applying the changes. */
export const previewChanges = (
  items: readonly ScoredItem[],
  changes: readonly ScoreChange[],
  { possibleMilli, paperMilli, students }: PreviewContext,
): RegradePreview => {
  const byAttempt = new Map(changes.map((change) => [change.attemptId, change]));
  const gainOf = ({ attemptId }: ScoredItem): number => {
    const change = byAttempt.get(attemptId);
    return change === undefined ? 0 : pointsOf(change.afterMilli) - pointsOf(change.beforeMilli);
  };
  const shareOf = (earned: (item: ScoredItem) => number): number =>
    items.reduce((sum, item) => sum + earned(item), 0) / (items.length * possibleMilli);
  return {
    attempts: items.length,
    scoredByTeacher: items.filter(({ isManual }) => isManual).length,
    changes: items.flatMap((item) => {
      const change = byAttempt.get(item.attemptId);
      if (change === undefined) return [];
      const { name = '', studentNo = '' } = students.get(item.userId) ?? {};
      return { attemptId: item.attemptId, name, studentNo, no: item.no, beforeMilli: change.beforeMilli, afterMilli: change.afterMilli };
    }),
    ...(items.length === 0 || possibleMilli === 0
      ? {}
      : {
          facility: {
            before: shareOf(({ earnedMilli }) => pointsOf(earnedMilli)),
            after: shareOf((item) => pointsOf(item.earnedMilli) + gainOf(item)),
          },
        }),
    bands: {
      before: scoreBands(
        items.map(({ totalMilli }) => totalMilli),
        paperMilli,
      ),
      after: scoreBands(
        items.map((item) => item.totalMilli + gainOf(item)),
        paperMilli,
      ),
    },
  };
};

interface PreviewContext {
  /** Points of the question and of the whole paper. */
  readonly possibleMilli: number;
  readonly paperMilli: number;
  readonly students: ReadonlyMap<string, { readonly name: string; readonly studentNo: string }>;
}
