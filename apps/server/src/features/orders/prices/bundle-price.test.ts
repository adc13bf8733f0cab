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
  it('is the full bundle price for a buyer who owns none of its books', () => {
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

  it('is reduced by the share of each owned book, rounded down', () => {
    expect(priceBundle(10_000, [book('a', 8_000, true), book('b', 4_000)])).toMatchObject({ payFen: 3_334, deductedFen: 6_666 });
  });

  it('is at most the total of the books to buy, and at least one fen', () => {
    expect(priceBundle(20_000, [book('a', 8_000), book('b', 4_000)])).toMatchObject({ payFen: 12_000 });
    expect(priceBundle(1, [book('a', 8_000, true), book('b', 1)])).toMatchObject({ payFen: 1 });
  });

  it('is undefined if all books are owned', () => {
    expect(priceBundle(10_000, [book('a', 8_000, true)])).toBeUndefined();
  });

  it('is always the sum of the shares, whichever books are owned', () => {
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

  it('never rises if one more book is owned', () => {
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

describe('a divided amount', () => {
  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(price, fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 60 }), (sumFen, weights) => {
        expect(sumOf(shareOut(sumFen, weights))).toBe(sumFen);
      }),
    );
  });
});
