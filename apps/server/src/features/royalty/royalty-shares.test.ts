/** Tests how income is divided among contributors. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, startOfDay } from '../../platform/china-time.ts';
import { divideLedger, findExcess, isOverlap, type LedgerEntry, type Rate } from './royalty-shares.ts';

const DAY = '2026-03-10';
const sale = (fen: number, refId = '1', at = startOfDay(DAY)): LedgerEntry => ({
  source: 'order',
  refId,
  part: '0',
  label: '',
  at,
  grossFen: fen,
  isRefund: false,
  payment: `${refId} 0`,
});
const refund = (fen: number, no: number, refId = '1'): LedgerEntry => ({
  ...sale(-fen, refId, startOfDay(DAY) + no),
  part: `0 ${no}`,
  isRefund: true,
});
const rate = (userId: string, rateBp: number, validFrom = '2026-01-01', validUntil?: string): Rate => ({
  userId,
  rateBp,
  validFrom,
  validUntil,
});
const fenOf = (ledger: readonly LedgerEntry[], rates: readonly Rate[]) =>
  divideLedger(ledger, rates).map(({ parts, publisherFen }) => [...parts.map(({ fen }) => fen), publisherFen]);

test('a payment is divided by largest remainder, and the publisher has the rest', () => {
  expect(fenOf([sale(100)], [rate('a', 3_333), rate('b', 3_333)])).toEqual([[33, 33, 34]]);
  expect(fenOf([sale(1)], [rate('a', 5_000)])).toEqual([[1, 0]]);
  expect(fenOf([sale(4_950)], [rate('a', 800), rate('b', 200)])).toEqual([[396, 99, 4_455]]);
});

test('refunds in parts take back exactly what the payment gave', () => {
  const ledger = [sale(100), refund(50, 1), refund(50, 2)];
  const parts = fenOf(ledger, [rate('a', 3_333), rate('b', 3_333)]);
  expect(parts).toEqual([
    [33, 33, 34],
    [-16, -17, -17],
    [-17, -16, -17],
  ]);
  expect([0, 1, 2].map((index) => parts.reduce((sum, row) => sum + (row[index] ?? 0), 0))).toEqual([0, 0, 0]);
});

test('a refund uses the rates of its payment, and a refund of a payment that is not in the ledger is left out', () => {
  const rates = [rate('a', 1_000, '2026-01-01', DAY), rate('a', 2_000, addDays(DAY, 1))];
  const late = { ...refund(1_000, 1), at: startOfDay('2026-05-01') };
  expect(divideLedger([sale(1_000), late], rates).map(({ parts }) => parts[0])).toEqual([
    { userId: 'a', rateBp: 1_000, fen: 100 },
    { userId: 'a', rateBp: 1_000, fen: -100 },
  ]);
  expect(divideLedger([refund(1_000, 1)], rates)).toEqual([]);
});

test('without a rate on its day a payment belongs to the publisher, and a correction comes from the publisher', () => {
  expect(fenOf([sale(1_000)], [rate('a', 1_000, addDays(DAY, 1))])).toEqual([[1_000]]);
  const correction: LedgerEntry = { ...sale(0, 's'), source: 'adjustment', correction: { userId: 'a', fen: 250 } };
  expect(fenOf([correction], [])).toEqual([[250, -250]]);
});

test('rates of one day may reach the whole income and no more', () => {
  expect(findExcess([rate('a', 6_000), rate('b', 4_000)])).toBeUndefined();
  expect(findExcess([rate('a', 6_000, '2026-01-01', '2026-02-28'), rate('b', 5_000, '2026-03-01')])).toBeUndefined();
  expect(findExcess([rate('a', 6_000), rate('b', 4_001, '2026-03-01')])).toEqual({ day: '2026-03-01', sumBp: 10_001 });
});

test.each([
  ['2026-02-28', '2026-03-01', false],
  ['2026-03-01', '2026-03-01', true],
  [undefined, '2030-01-01', true],
])('a rate until %s and one from %s overlap: %s', (until, from, overlaps) => {
  expect(isOverlap(rate('a', 1, '2026-01-01', until), rate('a', 1, from))).toBe(overlaps);
  expect(isOverlap(rate('a', 1, from), rate('a', 1, '2026-01-01', until))).toBe(overlaps);
});

/** The part of an amount by its definition: floors with whole numbers of any size, then a fen to each of the largest remainders. */
const partsByDefinition = (fen: number, bp: readonly number[]): number[] => {
  const all = [...bp, 10_000 - bp.reduce((sum, one) => sum + one, 0)];
  const exact = all.map((one) => BigInt(fen) * BigInt(one));
  const parts = exact.map((one) => Number(one / 10_000n));
  const left = fen - parts.reduce((sum, one) => sum + one, 0);
  const order = exact
    .map((one, index) => ({ remainder: one % 10_000n, index }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

const scenario = fc
  .record({
    bp: fc.array(fc.integer({ min: 1, max: 2_500 }), { minLength: 1, maxLength: 4 }),
    sales: fc.array(
      fc.record({ fen: fc.integer({ min: 1, max: 1_000_000 }), refunds: fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 4 }) }),
      { minLength: 1, maxLength: 20 },
    ),
  })
  .map(({ bp, sales }) => {
    const ledger = sales.flatMap(({ fen, refunds }, index) => {
      let left = fen;
      const returned = refunds.flatMap((wanted, no) => {
        const amount = Math.min(wanted, left);
        left -= amount;
        return amount === 0 ? [] : [refund(amount, no + 1, String(index))];
      });
      return [sale(fen, String(index)), ...returned];
    });
    return { rates: bp.map((one, index) => rate(`user${index}`, one)), bp, ledger };
  });

test('the parts of every entry add up to it, and what each has in the end is its part of what is left, in any order of rows', () => {
  fc.assert(
    fc.property(scenario, fc.integer(), ({ rates, bp, ledger }, seed) => {
      const divided = divideLedger(ledger, rates);
      expect(divided).toHaveLength(ledger.length);
      expect(divided.filter((one) => one.parts.reduce((sum, { fen }) => sum + fen, one.publisherFen) !== one.grossFen)).toEqual([]);
      const left = Map.groupBy(ledger, ({ refId }) => refId);
      for (const [refId, entries] of left) {
        const fen = entries.reduce((sum, { grossFen }) => sum + grossFen, 0);
        const own = divided.filter((one) => one.refId === refId);
        const has = rates.map((_, index) => own.reduce((sum, { parts }) => sum + (parts[index]?.fen ?? 0), 0));
        expect(has).toEqual(partsByDefinition(fen, bp).slice(0, -1));
      }
      const shuffled = ledger.toSorted((a, b) => ((a.at * 31 + a.grossFen) ^ seed) - ((b.at * 31 + b.grossFen) ^ seed));
      expect(divideLedger(shuffled, rates.toReversed())).toEqual(divided);
    }),
  );
});
