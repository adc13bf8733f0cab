/** Exact fractions. Scores and formulas are computed with them, so that nothing is rounded before the number that a user sees. Pure. */

/** A fraction in lowest terms; the denominator is positive. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : greatestCommonDivisor(b, a % b));

/** Returns the fraction of two integers. Throws `RangeError` if the denominator is 0, or if a number is not a safe integer. */
export const rational = (numerator: bigint | number, denominator: bigint | number = 1n): Rational => {
  for (const value of [numerator, denominator])
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below === 0n) throw new RangeError('The denominator is 0');
  const divisor = greatestCommonDivisor(above, below) * (below < 0n ? -1n : 1n);
  return { numerator: above / divisor, denominator: below / divisor };
};

export const ZERO = rational(0n);

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const subtract = (a: Rational, b: Rational): Rational => add(a, { ...b, numerator: -b.numerator });

export const multiply = (a: Rational, b: Rational): Rational => rational(a.numerator * b.numerator, a.denominator * b.denominator);

/** Returns a / b. Throws `RangeError` if b is 0. */
export const divide = (a: Rational, b: Rational): Rational => rational(a.numerator * b.denominator, a.denominator * b.numerator);

/** Returns a negative number, 0 or a positive number, as a is less than, equal to or greater than b. */
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const minimum = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);

export const maximum = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b);

export const sum = (values: readonly Rational[]): Rational => {
  let total = ZERO;
  for (const value of values) total = add(total, value);
  return total;
};

/**
 * Returns the nearest integer; a half is rounded away from 0, as a teacher rounds by hand: 2.5 becomes 3. Throws `RangeError` if the result
 * is not a safe integer.
 */
export const roundHalfUp = ({ numerator, denominator }: Rational): number => {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = Number((2n * magnitude + denominator) / (2n * denominator));
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`${rounded} is not a safe integer`);
  return numerator < 0n && rounded !== 0 ? -rounded : rounded;
};
