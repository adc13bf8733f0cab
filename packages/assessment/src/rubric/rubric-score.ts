/** What a rubric gives: its points, the sum of chosen levels, and the questions that are marked with it. Pure. */
import type { QuestionKey, Rubric, RubricCriterion, RubricLevels } from '@shufang/contract';

/** Returns whether a person marks some part of the response to a question: what no rule decides, and numbers that cannot be read. */
export const isScoredByTeacher = ({ responses }: QuestionKey): boolean =>
  Object.values(responses).some(({ rule }) => rule === 'manual' || rule === 'number');

const highest = ({ levels }: RubricCriterion): number => Math.max(...levels.map(({ milli }) => milli));

/** Returns the points of a rubric in thousandths: the sum of the highest level of each criterion. */
export const rubricMilli = ({ criteria }: Pick<Rubric, 'criteria'>): number => criteria.reduce((sum, each) => sum + highest(each), 0);

/** Returns the sum of the chosen levels; undefined unless exactly one level of each criterion is chosen, and nothing else. */
export const rubricScore = ({ criteria }: Pick<Rubric, 'criteria'>, levels: RubricLevels): number | undefined => {
  const chosen = criteria.flatMap((criterion) => criterion.levels.find(({ id }) => id === levels[criterion.id]) ?? []);
  if (chosen.length < criteria.length || Object.keys(levels).length > criteria.length) return undefined;
  return chosen.reduce((sum, { milli }) => sum + milli, 0);
};

/** A rubric of an assignment: `questionId` is absent for that of the whole assignment. */
interface OwnedRubric {
  readonly questionId?: string | undefined;
  readonly rubric: Rubric;
}

interface MarkedQuestion {
  readonly id: string;
  readonly key: QuestionKey;
  readonly possibleMilli: number;
}

/**
 * Returns the rubric by which a question is marked: its own, or that of the whole assignment if it has the same points. A question that no
 * person marks has none.
 */
export const rubricOf = (rubrics: readonly OwnedRubric[], { id, key, possibleMilli }: MarkedQuestion): Rubric | undefined => {
  if (!isScoredByTeacher(key)) return undefined;
  const own = rubrics.find(({ questionId }) => questionId === id);
  if (own !== undefined) return own.rubric;
  const whole = rubrics.find(({ questionId }) => questionId === undefined);
  return whole !== undefined && rubricMilli(whole.rubric) === possibleMilli ? whole.rubric : undefined;
};
