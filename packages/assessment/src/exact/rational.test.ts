import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, divide, multiply, rational, roundHalfUp, subtract, sum } from './rational.ts';

const fractions = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
  .map(([numerator, denominator]) => rational(numerator, denominator));

describe('exact fractions', () => {
  it('are in lowest terms with a positive denominator', () => {
    expect(rational(6, -4)).toEqual({ numerator: -3n, denominator: 2n });
    expect(rational(0, 7)).toEqual({ numerator: 0n, denominator: 1n });
  });

  it('add one tenth ten times to exactly one', () => {
    expect(sum(Array.from({ length: 10 }, () => rational(1, 10)))).toEqual(rational(1));
  });

  it.each([
    [5, 2, 3],
    [-5, 2, -3],
    [7, 3, 2],
    [-1, 3, 0],
    [1, 2, 1],
    [12_345, 10, 1235],
  ])('round %d/%d to %d', (numerator, denominator, expected) => {
    expect(roundHalfUp(rational(numerator, denominator))).toBe(expected);
  });

  it('throw for a denominator of 0 and for numbers that are not safe integers', () => {
    for (const [numerator, denominator] of [[1, 0] as const, [0.5, 1] as const, [2 ** 53, 1] as const])
      expect(() => rational(numerator, denominator)).toThrow(RangeError);
    expect(() => divide(rational(1), rational(0))).toThrow(RangeError);
    expect(() => roundHalfUp(rational(10n ** 20n))).toThrow(RangeError);
  });

  it('obey the rules of arithmetic', () => {
    fc.assert(
      fc.property(fractions, fractions, fractions, (a, b, c) => {
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
        expect(add(subtract(a, b), b)).toEqual(a);
        expect(b.numerator === 0n ? a : multiply(divide(a, b), b)).toEqual(a);
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
      }),
    );
  });

  it('round to the nearest integer', () => {
    fc.assert(
      fc.property(fractions, (value) => {
        const distance = subtract(value, rational(roundHalfUp(value)));
        expect(compare(multiply(distance, distance), rational(1, 4))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
