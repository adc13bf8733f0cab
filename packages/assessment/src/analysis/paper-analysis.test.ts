import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalyzedItem, analyzePaper, scoreBands } from './paper-analysis.ts';
import { correlation, standardDeviation, variance } from './statistics.ts';

const itemsOf = (maxima: readonly number[], objectives: readonly string[] = []): AnalyzedItem[] =>
  maxima.map((possibleMilli, index) => ({ id: `q${index + 1}`, possibleMilli, objective: objectives[index] ?? '' }));

/**
 * Five items and ten persons with what SPSS reports for them. Source: D. J. Denis, Applied Univariate, Bivariate, and Multivariate Statistics
 * (Wiley), section on reliability.
 */
const DENIS = [
  [10, 12, 15, 11, 12],
  [12, 18, 12, 12, 1],
  [8, 16, 14, 14, 4],
  [6, 8, 16, 8, 6],
  [4, 7, 8, 7, 5],
  [6, 6, 3, 7, 3],
  [3, 4, 6, 5, 8],
  [7, 3, 7, 9, 9],
  [8, 9, 4, 10, 10],
  [9, 5, 6, 11, 12],
];

/** Right (1) and wrong (0) answers to four questions. */
const RIGHT_AND_WRONG = [
  [1, 1, 1, 1],
  [1, 1, 1, 0],
  [1, 1, 0, 0],
  [1, 0, 0, 0],
  [0, 0, 0, 0],
];

const scores = (items: number, students: { min: number; max: number }) =>
  fc.array(fc.array(fc.nat(10), { minLength: items, maxLength: items }), { minLength: students.min, maxLength: students.max });

describe('paper analysis', () => {
  it('has the means, deviations, correlations and the alpha that SPSS reports', () => {
    const analysis = analyzePaper(itemsOf([20, 20, 20, 20, 20]), DENIS);
    expect(analysis.alpha).toBeCloseTo(0.633, 3);
    expect(analysis.items.map(({ meanMilli }) => meanMilli)).toEqual([7.3, 8.8, 9.1, 9.4, 7]);
    const deviations = [2.71006, 5.05085, 4.7481, 2.71621, 3.80058];
    for (const [index, deviation] of deviations.entries()) expect(analysis.items[index]?.deviationMilli).toBeCloseTo(deviation, 5);
    const column = (at: number): number[] => DENIS.map((row) => row[at] ?? 0);
    expect(correlation(column(0), column(1))).toBeCloseTo(0.679, 3);
    expect(correlation(column(1), column(4))).toBeCloseTo(-0.463, 3);
  });

  it('of right and wrong answers is what a calculation by hand gives', () => {
    const analysis = analyzePaper(itemsOf([1, 1, 1, 1]), RIGHT_AND_WRONG);
    expect(analysis.items.map(({ facility }) => facility)).toEqual([0.8, 0.6, 0.4, 0.2]);
    // Five students: one in each group of 27 %.
    expect(analysis.items.map(({ discrimination }) => discrimination)).toEqual([1, 1, 1, 1]);
    // Kuder-Richardson 20: 4/3 · (1 - (0.2 + 0.3 + 0.3 + 0.2) / 2.5) with the variances of the sample.
    expect(analysis.alpha).toBeCloseTo(0.8, 10);
    // Point-biserial by its own formula: (mean of those who were right - mean of the others) / s · sqrt(p·q·n/(n-1)).
    expect(analysis.items[0]?.pointBiserial).toBeCloseTo(((2.5 - 0) / Math.sqrt(2.5)) * Math.sqrt((0.8 * 0.2 * 5) / 4), 10);
    expect([analysis.meanMilli, analysis.highestMilli, analysis.lowestMilli]).toEqual([2, 4, 0]);
  });

  it('computes the attainment of objectives from the questions that examine them', () => {
    const items = itemsOf([10, 10, 20, 5], ['目标一', '目标二', '目标一', '']);
    const { objectives } = analyzePaper(items, [
      [10, 5, 20, 5],
      [5, 5, 10, 0],
    ]);
    expect(objectives).toEqual([
      { objective: '目标一', itemIds: ['q1', 'q3'], possibleMilli: 30, meanMilli: 22.5, attainment: 0.75 },
      { objective: '目标二', itemIds: ['q2'], possibleMilli: 10, meanMilli: 5, attainment: 0.5 },
    ]);
  });

  it('of nobody, of one student and without spread names no number that does not exist', () => {
    const nobody = analyzePaper(itemsOf([10, 10]), []);
    expect([nobody.meanMilli, nobody.alpha, nobody.items[0]?.facility, nobody.objectives]).toEqual([undefined, undefined, undefined, []]);
    const one = analyzePaper(itemsOf([10, 10]), [[5, 5]]);
    expect([one.deviationMilli, one.alpha, one.items[0]?.discrimination, one.items[0]?.facility]).toEqual([
      undefined,
      undefined,
      undefined,
      0.5,
    ]);
    const equal = analyzePaper(itemsOf([10, 10]), [
      [5, 5],
      [5, 5],
    ]);
    expect([equal.alpha, equal.errorMilli, equal.items[0]?.pointBiserial, equal.items[0]?.itemRest]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(() => analyzePaper(itemsOf([10]), [[1, 2]])).toThrow(RangeError);
  });

  it('of drawn questions counts only those who had them, and has no alpha', () => {
    const items = itemsOf([10, 10, 10], ['目标一', '目标一', '']);
    const analysis = analyzePaper(
      items,
      [
        [10, undefined, 5],
        [undefined, 4, 5],
        [6, undefined, 5],
      ],
      20,
    );
    expect(analysis.items.map(({ facility }) => facility)).toEqual([0.8, 0.4, 0.5]);
    expect([analysis.possibleMilli, analysis.alpha, analysis.highestMilli]).toEqual([20, undefined, 15]);
    expect(analysis.objectives).toMatchObject([{ possibleMilli: 10, attainment: 20 / 30 }]);
  });

  it('puts the full score into the highest band', () => {
    expect(scoreBands([0, 9, 10, 99, 100, 120], 100)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
    expect(scoreBands([0], 0)[0]).toBe(1);
  });

  it('does not depend on the order of students, and not on the unit of the points', () => {
    fc.assert(
      fc.property(scores(4, { min: 3, max: 40 }), fc.integer({ min: 2, max: 1000 }), (students, factor) => {
        const items = itemsOf([10, 10, 10, 10]);
        const given = analyzePaper(items, students);
        const turned = analyzePaper(items, students.toReversed());
        const scaled = analyzePaper(
          itemsOf(items.map(({ possibleMilli }) => possibleMilli * factor)),
          students.map((row) => row.map((score) => score * factor)),
        );
        for (const other of [turned, scaled]) {
          expect(other.bands).toEqual(given.bands);
          expect(other.alpha ?? 0).toBeCloseTo(given.alpha ?? 0, 8);
          for (const [index, item] of given.items.entries())
            for (const name of ['facility', 'discrimination', 'pointBiserial', 'itemRest'] as const)
              expect(other.items[index]?.[name] ?? -9).toBeCloseTo(item[name] ?? -9, 8);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps every number in its range, and alpha is at most 1', () => {
    fc.assert(
      fc.property(scores(5, { min: 2, max: 40 }), (students) => {
        const { items, alpha, bands } = analyzePaper(itemsOf([10, 10, 10, 10, 10]), students);
        expect(alpha ?? 0).toBeLessThanOrEqual(1);
        expect(bands.reduce((sum, count) => sum + count, 0)).toBe(students.length);
        for (const { facility, discrimination, pointBiserial, itemRest } of items) {
          expect(facility).toBeGreaterThanOrEqual(0);
          expect(facility).toBeLessThanOrEqual(1);
          for (const value of [discrimination, pointBiserial, itemRest]) expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has an alpha of 1 if every question gives the same score, and the variances of a sum add up', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10), { minLength: 2, maxLength: 30 }), (column) => {
        const { alpha } = analyzePaper(
          itemsOf([10, 10, 10]),
          column.map((score) => [score, score, score]),
        );
        expect(alpha === undefined).toBe(new Set(column).size === 1);
        expect(alpha ?? 1).toBeCloseTo(1, 10);
        expect(standardDeviation(column)).toBeCloseTo(Math.sqrt(variance(column) ?? 0), 10);
      }),
    );
  });
});
