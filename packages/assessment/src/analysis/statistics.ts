/** Means, deviations and correlations of scores. Statistics describe a class and are rounded where they are shown; no grade depends on them. Pure. */

export const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the sum of the products of the deviations of both lists from their means. */
const deviationProducts = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [mean(a) ?? 0, mean(b) ?? 0];
  return a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] ?? 0) - meanB), 0);
};

/** Returns the variance of a sample, with n - 1 in the denominator; undefined for fewer than two values. */
export const variance = (values: readonly number[]): number | undefined =>
  values.length < 2 ? undefined : deviationProducts(values, values) / (values.length - 1);

export const standardDeviation = (values: readonly number[]): number | undefined => {
  const found = variance(values);
  return found === undefined ? undefined : Math.sqrt(found);
};

/** Relative size of a sum of squares that is only an error of floating-point numbers. */
const NOISE = 1e-12;

const isConstant = (values: readonly number[], squares: number): boolean =>
  squares <= NOISE * values.reduce((sum, value) => sum + value * value, 0);

/** Returns Pearson's correlation; undefined if one of the lists has no spread. With right and wrong answers it is the point-biserial one. */
export const correlation = (a: readonly number[], b: readonly number[]): number | undefined => {
  const [squaresA, squaresB] = [deviationProducts(a, a), deviationProducts(b, b)];
  if (a.length < 2 || isConstant(a, squaresA) || isConstant(b, squaresB)) return undefined;
  return Math.max(-1, Math.min(1, deviationProducts(a, b) / Math.sqrt(squaresA * squaresB)));
};
