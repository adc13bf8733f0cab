/** The total grade of a student from cells, categories and weights, with every step of the calculation. Exact; rounded once. Pure. */
import { add, divide, multiply, type Rational, rational, roundHalfUp, ZERO } from '../exact/rational.ts';
import { type CategoryMethod, type CountedResult, categoryShare, droppedResults } from './drop-lowest.ts';
import { type CellEffect, cellEffect, type GradeCell, type GradeState } from './grade-cell.ts';

export type GradeScheme = {
  categories: readonly {
    categoryId: string;
    /** Weight in basis points. Weights need not add up to 10,000: the total divides by the sum of those that take part. */
    weightBasisPoints: number;
    method: CategoryMethod;
    /** How many of the lowest results do not count. */
    dropLowest: number;
    /** The columns in their order. `maxMilli` is the full score in thousandths of a point, at least 1. */
    columns: readonly { columnId: string; maxMilli: number }[];
  }[];
  /** Decimal digits of the total, which is out of 100. */
  digits: 0 | 1 | 2;
};

/** How one category came about. */
export type CategoryExplanation = {
  categoryId: string;
  weightBasisPoints: number;
  /** The columns that count, in their order. `isDropped` ones are left out of the share. */
  results: readonly (CountedResult & { isDropped: boolean; isAssumedZero: boolean })[];
  /** Earned share of the category; undefined if no column counts, and then the weight takes no part in the total. */
  share: Rational | undefined;
};

export type TotalGrade = {
  /** The total out of 100, in units of the last digit: 8,567 with two digits is 85.67. Undefined if nothing counts. */
  scaledTotal: number | undefined;
  digits: GradeScheme['digits'];
  /** The total before the one rounding. */
  exactTotal: Rational | undefined;
  categories: readonly CategoryExplanation[];
  /** The sum of the weights that take part, in basis points. */
  countedWeightBasisPoints: number;
};

export type StudentGrade = {
  /** The total of what is there: pending cells take no part. */
  soFar: TotalGrade;
  /** The total if every pending cell were 0. */
  ifRestIsZero: TotalGrade;
  /** Columns without a result, which can still change both totals. */
  pendingColumns: readonly string[];
  /** The special states, which a transcript shows beside the total. */
  states: readonly { columnId: string; state: GradeState }[];
};

type Category = GradeScheme['categories'][number];

const resultOf = (columnId: string, maxMilli: number, effect: CellEffect, isRestZero: boolean) => {
  if (effect.effect === 'counts')
    return { columnId, maxMilli, earnedMilli: effect.milli, isDroppable: effect.isDroppable, isAssumedZero: false };
  return effect.effect === 'pending' && isRestZero
    ? { columnId, maxMilli, earnedMilli: 0, isDroppable: true, isAssumedZero: true }
    : undefined;
};

const explainCategory = (category: Category, effects: ReadonlyMap<string, CellEffect>, isRestZero: boolean): CategoryExplanation => {
  const results = category.columns.flatMap(({ columnId, maxMilli }) => {
    const result = resultOf(columnId, maxMilli, effects.get(columnId) ?? { effect: 'pending' }, isRestZero);
    return result === undefined ? [] : [result];
  });
  const dropped = new Set<CountedResult>(droppedResults(category.method, results, category.dropLowest));
  const counted = results.filter((result) => !dropped.has(result));
  return {
    categoryId: category.categoryId,
    weightBasisPoints: category.weightBasisPoints,
    results: results.map((result) => ({ ...result, isDropped: dropped.has(result) })),
    share: counted.length === 0 ? undefined : categoryShare(category.method, counted),
  };
};

const totalOf = ({ categories, digits }: GradeScheme, effects: ReadonlyMap<string, CellEffect>, isRestZero: boolean): TotalGrade => {
  const explained = categories.map((category) => explainCategory(category, effects, isRestZero));
  let [weighted, weights] = [ZERO, 0];
  for (const { share, weightBasisPoints } of explained) {
    if (share === undefined) continue;
    weighted = add(weighted, multiply(share, rational(weightBasisPoints)));
    weights += weightBasisPoints;
  }
  const exactTotal = weights === 0 ? undefined : divide(multiply(weighted, rational(100)), rational(weights));
  const scaledTotal = exactTotal === undefined ? undefined : roundHalfUp(multiply(exactTotal, rational(10 ** digits)));
  return { scaledTotal, digits, exactTotal, categories: explained, countedWeightBasisPoints: weights };
};

/**
 * Returns the grade of one student. `cells` maps a column to its cell; a column without one is empty. Throws `RangeError` if a column has
 * no positive full score, if a weight is negative, or if a number is not an integer.
 */
export const studentGrade = (scheme: GradeScheme, cells: ReadonlyMap<string, GradeCell>): StudentGrade => {
  const columns = scheme.categories.flatMap((category) => category.columns);
  for (const { columnId, maxMilli } of columns)
    if (!(maxMilli > 0)) throw new RangeError(`Column ${columnId} needs a full score greater than 0`);
  for (const { categoryId, weightBasisPoints } of scheme.categories)
    if (!(weightBasisPoints >= 0)) throw new RangeError(`Category ${categoryId} needs a weight of at least 0`);
  const cellOf = (columnId: string): GradeCell => cells.get(columnId) ?? { kind: 'empty' };
  const effects = new Map(columns.map(({ columnId }) => [columnId, cellEffect(cellOf(columnId))]));
  return {
    soFar: totalOf(scheme, effects, false),
    ifRestIsZero: totalOf(scheme, effects, true),
    pendingColumns: columns.filter(({ columnId }) => effects.get(columnId)?.effect === 'pending').map(({ columnId }) => columnId),
    states: columns.flatMap(({ columnId }) => {
      const cell = cellOf(columnId);
      return cell.kind === 'state' ? [{ columnId, state: cell.state }] : [];
    }),
  };
};
