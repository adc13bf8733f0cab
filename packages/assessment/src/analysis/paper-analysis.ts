/** Analysis of a paper: how hard each question was, how well it separates strong from weak students, how reliable the whole is. Pure. */
import { correlation, mean, standardDeviation, variance } from './statistics.ts';

/** A question of the paper. `objective`: the course objective that it examines; empty if none is named. */
export type AnalyzedItem = { readonly id: string; readonly possibleMilli: number; readonly objective: string };

export type ItemAnalysis = {
  readonly id: string;
  readonly meanMilli: number;
  /** Standard deviation of the sample; undefined for fewer than two students. */
  readonly deviationMilli: number | undefined;
  /** 难度: mean score divided by the full score, from 0 to 1; undefined for a question without points. */
  readonly facility: number | undefined;
  /** 鉴别指数 D: facility in the 27 % with the highest totals minus that in the 27 % with the lowest. */
  readonly discrimination: number | undefined;
  /** 点二列相关: correlation of the score with the total. */
  readonly pointBiserial: number | undefined;
  /** The same with the total of the other questions, so that a question is not correlated with itself. */
  readonly itemRest: number | undefined;
};

/** 目标达成度: mean of the points earned for an objective, divided by the points that were possible. */
export type ObjectiveAttainment = {
  readonly objective: string;
  readonly itemIds: readonly string[];
  readonly possibleMilli: number;
  readonly meanMilli: number;
  readonly attainment: number | undefined;
};

export type PaperAnalysis = {
  readonly students: number;
  readonly possibleMilli: number;
  readonly meanMilli: number | undefined;
  readonly deviationMilli: number | undefined;
  readonly highestMilli: number | undefined;
  readonly lowestMilli: number | undefined;
  /** 信度: Cronbach's alpha; undefined for fewer than two questions or totals without spread. */
  readonly alpha: number | undefined;
  /** Standard error of measurement: the spread of a total that chance alone explains. */
  readonly errorMilli: number | undefined;
  readonly items: readonly ItemAnalysis[];
  readonly objectives: readonly ObjectiveAttainment[];
  /** Number of students by the share of the full score: below 10 %, from 10 % to below 20 %, …, from 90 % to 100 %. */
  readonly bands: readonly number[];
};

/** Share of the students in the highest and in the lowest group. Kelley (1939) found that 27 % separates the groups best. */
const GROUP_SHARE = 0.27;
export const BANDS = 10;

/** Returns how many students are in each band of ten percent. */
export const scoreBands = (totals: readonly number[], possibleMilli: number): number[] => {
  const bands = Array.from({ length: BANDS }, () => 0);
  for (const total of totals) {
    const band = possibleMilli === 0 ? 0 : Math.floor((total * BANDS) / possibleMilli);
    const at = Math.max(0, Math.min(BANDS - 1, band));
    bands[at] = (bands[at] ?? 0) + 1;
  }
  return bands;
};

/**
 * Returns the mean of a score among the `size` students with the highest totals. Of students with equal totals at the edge of the group each
 * counts in part, so that the result does not depend on their order.
 */
const meanOfGroup = (scores: readonly number[], totals: readonly number[], size: number): number => {
  const edge = totals.toSorted((a, b) => b - a)[size - 1] ?? 0;
  const above = totals.filter((total) => total > edge).length;
  const atEdge = totals.filter((total) => total === edge).length;
  const share = (size - above) / atEdge;
  const sum = scores.reduce((total, score, index) => {
    const own = totals[index] ?? 0;
    return total + (own > edge ? score : own === edge ? score * share : 0);
  }, 0);
  return sum / size;
};

const discriminationOf = (scores: readonly number[], totals: readonly number[], possibleMilli: number): number | undefined => {
  const size = Math.round(totals.length * GROUP_SHARE);
  if (size < 1 || possibleMilli === 0) return undefined;
  const highest = meanOfGroup(scores, totals, size);
  const lowest = meanOfGroup(
    scores,
    totals.map((total) => -total),
    size,
  );
  return (highest - lowest) / possibleMilli;
};

/** The scores of one student in the order of the questions; undefined for a question that the student's paper did not have. */
export type StudentScores = readonly (number | undefined)[];

/** Returns the analysis of a question from the students whose paper had it. */
const analyzeItem = (
  { id, possibleMilli }: AnalyzedItem,
  index: number,
  students: readonly StudentScores[],
  allTotals: readonly number[],
): ItemAnalysis => {
  const had = students.flatMap((own, at) => {
    const score = own[index];
    return score === undefined ? [] : [{ score, total: allTotals[at] ?? 0 }];
  });
  const scores = had.map(({ score }) => score);
  const totals = had.map(({ total }) => total);
  const meanMilli = mean(scores) ?? 0;
  return {
    id,
    meanMilli,
    deviationMilli: standardDeviation(scores),
    facility: possibleMilli === 0 || scores.length === 0 ? undefined : meanMilli / possibleMilli,
    discrimination: discriminationOf(scores, totals, possibleMilli),
    pointBiserial: correlation(scores, totals),
    itemRest: correlation(
      scores,
      totals.map((total, index) => total - (scores[index] ?? 0)),
    ),
  };
};

/** Returns Cronbach's alpha of the scores, which are listed by question. */
export const cronbachAlpha = (columns: readonly (readonly number[])[], totals: readonly number[]): number | undefined => {
  const all = variance(totals);
  if (columns.length < 2 || all === undefined || correlation(totals, totals) === undefined) return undefined;
  const own = columns.reduce((sum, scores) => sum + (variance(scores) ?? 0), 0);
  return (columns.length / (columns.length - 1)) * (1 - own / all);
};

const attainmentOf = (objective: string, items: readonly AnalyzedItem[], students: readonly StudentScores[]): ObjectiveAttainment => {
  let [earned, possible] = [0, 0];
  for (const [index, item] of items.entries())
    for (const own of students) {
      const score = own[index];
      if (item.objective !== objective || score === undefined) continue;
      earned += score;
      possible += item.possibleMilli;
    }
  return {
    objective,
    itemIds: items.flatMap((item) => (item.objective === objective ? [item.id] : [])),
    possibleMilli: possible / students.length,
    meanMilli: earned / students.length,
    attainment: possible === 0 ? undefined : earned / possible,
  };
};

/**
 * Returns the analysis. `students` has one list per student with the points of every question, in thousandths and in the order of `items`;
 * papers with drawn questions have only some of them, and no alpha. `possibleMilli`: points of one paper. Throws `RangeError` if a list has
 * another length than `items`.
 */
export const analyzePaper = (
  items: readonly AnalyzedItem[],
  students: readonly StudentScores[],
  possibleMilli: number = items.reduce((sum, item) => sum + item.possibleMilli, 0),
): PaperAnalysis => {
  if (students.some((scores) => scores.length !== items.length)) throw new RangeError('A student needs one score for each question');
  const totals = students.map((scores) => scores.reduce<number>((sum, score) => sum + (score ?? 0), 0));
  const isSamePaper = students.every((scores) => scores.every((score) => score !== undefined));
  const deviationMilli = standardDeviation(totals);
  const columns = items.map((_, index) => students.map((scores) => scores[index] ?? 0));
  const alpha = isSamePaper ? cronbachAlpha(columns, totals) : undefined;
  const objectives = [...new Set(items.map(({ objective }) => objective))].filter((objective) => objective !== '');
  return {
    students: students.length,
    possibleMilli,
    meanMilli: mean(totals),
    deviationMilli,
    highestMilli: totals.length === 0 ? undefined : Math.max(...totals),
    lowestMilli: totals.length === 0 ? undefined : Math.min(...totals),
    alpha,
    errorMilli: alpha === undefined || deviationMilli === undefined ? undefined : deviationMilli * Math.sqrt(Math.max(0, 1 - alpha)),
    items: items.map((item, index) => analyzeItem(item, index, students, totals)),
    objectives: students.length === 0 ? [] : objectives.map((objective) => attainmentOf(objective, items, students)),
    bands: scoreBands(totals, possibleMilli),
  };
};
