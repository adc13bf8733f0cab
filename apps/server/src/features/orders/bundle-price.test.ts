import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PricedBook, priceBundle, shareOut } from './bundle-price.ts';

const book = (bookId: string, listFen: number, isOwned = false): PricedBook => ({ bookId, listFen, isOwned });
const books = fc
  .array(fc.record({ listFen: fc.integer({ min: 1, max: 100_000_00 }), isOwned: fc.boolean() }), { minLength: 1, maxLength: 40 })
  .map((made) => made.map(({ listFen, isOwned }, index) => book(String(index), listFen, isOwned)));
const price = fc.integer({ min: 1, max: 100_000_000 });
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe('the price of a bundle', () => {
  it('is the bundle’s own for who owns none of its books', () => {
    expect(priceBundle(10_000, [book('a', 8_000), book('b', 4_000)])).toEqual({
      payFen: 10_000,
      listFen: 12_000,
      deductedFen: 0,
      parts: [
        { bookId: 'a', listFen: 8_000, payFen: 6_667 },
        { bookId: 'b', listFen: 4_000, payFen: 3_333 },
      ],
    });
  });

  it('is less by the part of each book that is owned, rounded down', () => {
    expect(priceBundle(10_000, [book('a', 8_000, true), book('b', 4_000)])).toMatchObject({ payFen: 3_334, deductedFen: 6_666 });
  });

  it('is never more than the books to buy cost one by one, and never nothing', () => {
    expect(priceBundle(20_000, [book('a', 8_000), book('b', 4_000)])).toMatchObject({ payFen: 12_000 });
    expect(priceBundle(1, [book('a', 8_000, true), book('b', 1)])).toMatchObject({ payFen: 1 });
  });

  it('is none when all are owned', () => {
    expect(priceBundle(10_000, [book('a', 8_000, true)])).toBeUndefined();
  });

  it('always parts into what is paid, whatever is owned', () => {
    fc.assert(
      fc.property(price, books, (bundleFen, all) => {
        const priced = priceBundle(bundleFen, all);
        const wanted = all.filter(({ isOwned }) => !isOwned);
        expect(priced === undefined).toBe(wanted.length === 0);
        if (priced === undefined) return;
        const { payFen, listFen, deductedFen, parts } = priced;
        expect(sumOf(parts.map((part) => part.payFen))).toBe(payFen);
        expect(payFen).toBeGreaterThanOrEqual(1);
        expect(payFen).toBeLessThanOrEqual(listFen);
        expect(payFen).toBeLessThanOrEqual(Math.max(1, bundleFen - deductedFen));
        expect(parts.map(({ bookId }) => bookId)).toEqual(wanted.map(({ bookId }) => bookId));
        for (const part of parts) expect(part.payFen).toBeLessThanOrEqual(part.listFen);
      }),
    );
  });

  it('never rises by owning one more of its books', () => {
    fc.assert(
      fc.property(price, books, (bundleFen, all) => {
        const before = priceBundle(bundleFen, all)?.payFen ?? 0;
        const first = all.findIndex(({ isOwned }) => !isOwned);
        const after =
          priceBundle(
            bundleFen,
            all.map((one, index) => (index === first ? { ...one, isOwned: true } : one)),
          )?.payFen ?? 0;
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('sharing out', () => {
  it('loses no fen', () => {
    fc.assert(
      fc.property(price, fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 60 }), (sumFen, weights) => {
        expect(sumOf(shareOut(sumFen, weights))).toBe(sumFen);
      }),
    );
  });
});
