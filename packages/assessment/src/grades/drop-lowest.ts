/** "Drop lowest": which results of a category do not count. Exact, so that every device drops the same ones. Pure. */
import { compare, divide, multiply, type Rational, rational, subtract, sum, ZERO } from '../exact/rational.ts';

/** A result that counts, in thousandths of a point. */
export type CountedResult = { columnId: string; earnedMilli: number; maxMilli: number; isDroppable: boolean };

/** How the results of a category are combined: all points together, or the mean of the shares, whatever the size of the columns. */
export type CategoryMethod = 'points' | 'mean';

/** Returns what a result adds to the sums above and below the fraction of a category. */
const termOf = (method: CategoryMethod, { earnedMilli, maxMilli }: CountedResult): { earned: Rational; possible: Rational } =>
  method === 'points'
    ? { earned: rational(earnedMilli), possible: rational(maxMilli) }
    : { earned: rational(earnedMilli, maxMilli), possible: rational(1) };

/** Returns the share of a category that the results earned, from 0 to 1 (more with extra points). Throws `RangeError` without results. */
export const categoryShare = (method: CategoryMethod, results: readonly CountedResult[]): Rational => {
  const terms = results.map((result) => termOf(method, result));
  return divide(sum(terms.map(({ earned }) => earned)), sum(terms.map(({ possible }) => possible)));
};

/**
 * Returns at most `count` results that lower a share, those that lower it most first. `share` is the share of the results that count.
 */
const lowestBelow = (method: CategoryMethod, results: readonly CountedResult[], count: number, share: Rational): CountedResult[] =>
  results
    .map((result) => {
      const { earned, possible } = termOf(method, result);
      return { result, gain: subtract(earned, multiply(share, possible)) };
    })
    .filter(({ gain }) => compare(gain, ZERO) <= 0)
    .toSorted((a, b) => compare(a.gain, b.gain))
    .slice(0, count)
    .map(({ result }) => result);

/**
 * Returns the results that are dropped: at most `count`, never the last one that counts. They are those whose omission gives the student
 * the highest share of the category, so a drop never lowers a share. In columns of equal size these are the lowest results; with different
 * sizes a low result of a small column can matter less than a middling one of a large column. Of equal ones the first in the order of
 * columns is dropped.
 *
 * The best set is found by Dinkelbach's method: drop what lies below the current share, compute the share again, until it stays the same.
 * Each round raises the share and the number of sets is finite, so the loop ends.
 */
export const droppedResults = (method: CategoryMethod, results: readonly CountedResult[], count: number): readonly CountedResult[] => {
  const number = Math.min(count, results.length - 1);
  if (number < 1) return [];
  const droppable = results.filter(({ isDroppable }) => isDroppable);
  let share = categoryShare(method, results);
  for (;;) {
    const dropped = lowestBelow(method, droppable, number, share);
    const rest = results.filter((result) => !dropped.includes(result));
    const next = categoryShare(method, rest);
    if (compare(next, share) <= 0) return dropped;
    share = next;
  }
};
