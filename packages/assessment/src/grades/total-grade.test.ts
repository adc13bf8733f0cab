import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Rational, rational } from '../exact/rational.ts';
import { type CategoryMethod, type CountedResult, categoryShare, droppedResults } from './drop-lowest.ts';
import { cellEffect, GRADE_STATES, type GradeCell, type GradeState } from './grade-cell.ts';
import { type GradeScheme, studentGrade } from './total-grade.ts';

/** Cells in short form: a number is points (not thousandths), a text a state, undefined an empty cell. */
type ShortCell = number | GradeState | undefined;

const cellOf = (short: ShortCell): GradeCell => {
  if (short === undefined) return { kind: 'empty' };
  return typeof short === 'number' ? { kind: 'points', milli: short * 1000 } : { kind: 'state', state: short };
};

/** Homework 40 % (three of 10 points, the lowest dropped), exam 60 % (100 points). */
const scheme: GradeScheme = {
  digits: 2,
  categories: [
    {
      categoryId: 'homework',
      weightBasisPoints: 4000,
      method: 'points',
      dropLowest: 1,
      columns: ['h1', 'h2', 'h3'].map((columnId) => ({ columnId, maxMilli: 10_000 })),
    },
    { categoryId: 'exam', weightBasisPoints: 6000, method: 'points', dropLowest: 0, columns: [{ columnId: 'exam', maxMilli: 100_000 }] },
  ],
};

const gradeOf = (short: readonly ShortCell[], of = scheme) => {
  const columns = of.categories.flatMap((category) => category.columns);
  return studentGrade(of, new Map(columns.map(({ columnId }, index) => [columnId, cellOf(short[index])])));
};

type Row = readonly [name: string, cells: readonly ShortCell[], soFar: number | undefined, ifRestIsZero: number | undefined];

/** Totals in hundredths. */
const rows: readonly Row[] = [
  ['all points, the lowest homework dropped', [8, 9, 4, 85], 8500, 8500],
  ['nothing yet: no total, which is not 0', [undefined, undefined, undefined, undefined], undefined, 0],
  ['one homework, the rest pending', [8, undefined, undefined, undefined], 8000, 1600],
  ['homework only', [8, 9, 4, undefined], 8500, 3400],
  ['the exam only', [undefined, undefined, undefined, 70], 7000, 4200],
  ['missing work is 0, and can be the dropped one', [8, 9, 'missing', 85], 8500, 8500],
  ['two pieces of missing work', [8, 'missing', 'missing', 85], 6700, 6700],
  ['exempt work takes no part', [8, 'exempt', 'exempt', 85], 8300, 8300],
  ['all homework exempt: the exam alone', ['exempt', 'exempt', 'exempt', 85], 8500, 8500],
  ['absent from the exam', [8, 9, 4, 'absent'], 3400, 3400],
  ['truant from the exam', [8, 9, 4, 'truant'], 3400, 3400],
  ['cheating in the exam', [8, 9, 4, 'cheating'], 3400, 3400],
  ['barred from the exam', [8, 9, 4, 'barred'], 3400, 3400],
  ['a deferred exam leaves the rest as it is', [8, 9, 4, 'deferred'], 8500, 3400],
  ['exempt from the exam', [8, 9, 4, 'exempt'], 8500, 8500],
  ['cheating in homework is never dropped, and nothing else where that would cost points', [8, 'cheating', 9, 100], 8267, 8267],
  ['a lost third of a point is rounded once', [7, 7, 7, 33.333], 4800, 4800],
  ['extra points above the full score', [12, 11, 4, 100], 10_600, 10_600],
  ['an exempt student has no total', ['exempt', 'exempt', 'exempt', 'exempt'], undefined, undefined],
];

const results = fc
  .array(fc.record({ earned: fc.nat(20_000), maxMilli: fc.integer({ min: 1, max: 20_000 }), isDroppable: fc.boolean() }), {
    minLength: 1,
    maxLength: 7,
  })
  .map((list) =>
    list.map(
      ({ earned, maxMilli, isDroppable }, index): CountedResult => ({
        columnId: String(index),
        maxMilli,
        earnedMilli: Math.min(earned, maxMilli),
        isDroppable,
      }),
    ),
  );

/** Returns the highest share of all ways to drop at most `count` results. */
const bestShare = (method: CategoryMethod, list: readonly CountedResult[], count: number): Rational => {
  let best = categoryShare(method, list);
  for (let set = 0; set < 2 ** list.length; set += 1) {
    const dropped = list.filter((_, index) => (set >> index) % 2 === 1);
    if (dropped.length > count || dropped.length === list.length || dropped.some(({ isDroppable }) => !isDroppable)) continue;
    const share = categoryShare(
      method,
      list.filter((each) => !dropped.includes(each)),
    );
    if (compare(share, best) > 0) best = share;
  }
  return best;
};

const cells: fc.Arbitrary<ShortCell> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(100) },
  { weight: 1, arbitrary: fc.constantFrom(...GRADE_STATES) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const schemes: fc.Arbitrary<GradeScheme> = fc
  .array(
    fc.record({
      weightBasisPoints: fc.nat(10_000),
      method: fc.constantFrom<CategoryMethod>('points', 'mean'),
      dropLowest: fc.nat(2),
      maxima: fc.array(fc.integer({ min: 100_000, max: 200_000 }), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => ({
    digits: 2,
    categories: list.map(({ maxima, ...category }, index) => ({
      ...category,
      categoryId: String(index),
      columns: maxima.map((maxMilli, column) => ({ columnId: `${index}-${column}`, maxMilli })),
    })),
  }));

describe('total grade', () => {
  it.each(rows)('is right: %s', (_name, short, soFar, ifRestIsZero) => {
    const grade = gradeOf(short);
    expect([grade.soFar.scaledTotal, grade.ifRestIsZero.scaledTotal]).toEqual([soFar, ifRestIsZero]);
  });

  it('is rounded only at the end, to the digits of the scheme', () => {
    // Two thirds of 100 is 66.666...
    const thirds: GradeScheme = {
      digits: 0,
      categories: [
        { categoryId: 'a', weightBasisPoints: 1, method: 'points', dropLowest: 0, columns: [{ columnId: 'a', maxMilli: 3000 }] },
      ],
    };
    expect([0, 1, 2].map((digits) => gradeOf([2], { ...thirds, digits: digits as 0 | 1 | 2 }).soFar.scaledTotal)).toEqual([67, 667, 6667]);
  });

  it('weighs columns by their points, or each the same', () => {
    const uneven = (method: CategoryMethod): GradeScheme => ({
      digits: 0,
      categories: [
        {
          categoryId: 'a',
          weightBasisPoints: 10_000,
          method,
          dropLowest: 0,
          columns: [
            { columnId: 'a', maxMilli: 10_000 },
            { columnId: 'b', maxMilli: 90_000 },
          ],
        },
      ],
    });
    expect([gradeOf([10, 45], uneven('points')).soFar.scaledTotal, gradeOf([10, 45], uneven('mean')).soFar.scaledTotal]).toEqual([55, 75]);
  });

  it('names what is dropped, what is assumed to be 0, what is pending, and the special states', () => {
    const grade = gradeOf([8, undefined, 4, 'deferred']);
    expect(grade.pendingColumns).toEqual(['h2', 'exam']);
    expect(grade.states).toEqual([{ columnId: 'exam', state: 'deferred' }]);
    const [homework, exam] = grade.ifRestIsZero.categories;
    expect(homework?.results.map(({ columnId, isDropped, isAssumedZero }) => [columnId, isDropped, isAssumedZero])).toEqual([
      ['h1', false, false],
      ['h2', true, true],
      ['h3', false, false],
    ]);
    expect([homework?.share, exam?.share, grade.soFar.categories[1]?.share]).toEqual([rational(3, 5), rational(0), undefined]);
    expect([grade.soFar.countedWeightBasisPoints, grade.ifRestIsZero.countedWeightBasisPoints]).toEqual([4000, 10_000]);
  });

  it('throws for a column without a full score and for a negative weight', () => {
    const broken = (maxMilli: number, weightBasisPoints: number): GradeScheme => ({
      digits: 0,
      categories: [{ categoryId: 'a', weightBasisPoints, method: 'points', dropLowest: 0, columns: [{ columnId: 'a', maxMilli }] }],
    });
    for (const each of [broken(0, 1), broken(1, -1)]) expect(() => studentGrade(each, new Map())).toThrow(RangeError);
  });

  it('is at most 100, never higher with the rest at 0, and never falls when a cell rises', () => {
    fc.assert(
      fc.property(schemes, fc.array(cells, { minLength: 12, maxLength: 12 }), fc.nat(11), fc.nat(100), (of, short, position, raised) => {
        const grade = gradeOf(short, of);
        const soFar = grade.soFar.exactTotal ?? rational(0);
        expect(compare(soFar, rational(100))).toBeLessThanOrEqual(0);
        expect(compare(grade.ifRestIsZero.exactTotal ?? rational(0), soFar)).toBeLessThanOrEqual(0);
        const before = short[position];
        const higher = short.map((cell, index) => (index === position && typeof before === 'number' ? Math.max(before, raised) : cell));
        expect(compare(gradeOf(higher, of).soFar.exactTotal ?? rational(0), soFar)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('drop lowest', () => {
  it('drops what gives the student the highest share, as a search through all sets finds', () => {
    fc.assert(
      fc.property(results, fc.constantFrom<CategoryMethod>('points', 'mean'), fc.nat(4), (list, method, count) => {
        const dropped = droppedResults(method, list, count);
        const rest = list.filter((each) => !dropped.includes(each));
        expect(dropped.length).toBeLessThanOrEqual(count);
        expect(dropped.every(({ isDroppable }) => isDroppable)).toBe(true);
        expect(categoryShare(method, rest)).toEqual(bestShare(method, list, count));
      }),
      { numRuns: 300 },
    );
  });

  it('drops a middling result of a large column rather than 0 of a small one, if that helps more', () => {
    const list = [
      { columnId: 'small', earnedMilli: 0, maxMilli: 1000, isDroppable: true },
      { columnId: 'large', earnedMilli: 50_000, maxMilli: 100_000, isDroppable: true },
      { columnId: 'other', earnedMilli: 95_000, maxMilli: 100_000, isDroppable: true },
    ];
    expect(droppedResults('points', list, 1).map(({ columnId }) => columnId)).toEqual(['large']);
    expect(droppedResults('mean', list, 1).map(({ columnId }) => columnId)).toEqual(['small']);
  });
});

describe('special states', () => {
  it.each<[GradeState, string, boolean | undefined]>([
    ['exempt', 'excluded', undefined],
    ['deferred', 'pending', undefined],
    ['missing', 'counts', true],
    ['absent', 'counts', true],
    ['truant', 'counts', false],
    ['cheating', 'counts', false],
    ['barred', 'counts', false],
  ])('%s has the effect "%s"', (state, effect, isDroppable) => {
    const result = cellEffect({ kind: 'state', state });
    expect([result.effect, result.effect === 'counts' ? result.isDroppable : undefined]).toEqual([effect, isDroppable]);
  });
});
