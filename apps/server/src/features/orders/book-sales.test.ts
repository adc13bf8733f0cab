/** Tests how amounts are divided among the items of an order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideFen } from './book-sales.ts';

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [1, 1], [1, 0]],
  [0, [5, 5], [0, 0]],
  [7, [0, 0], [7, 0]],
  [999, [2999, 1000, 1], [749, 250, 0]],
])('%s fen divided by %j are %j', (amount, weights, parts) => {
  expect(divideFen(amount, weights)).toEqual(parts);
});

test('the parts add up to the amount, and none differs from its exact share by a fen or more', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }), (amount, weights) => {
      const parts = divideFen(amount, weights);
      const total = weights.reduce((sum, one) => sum + one, 0);
      const isNear = total === 0 || parts.every((part, index) => Math.abs(part - (amount * (weights[index] ?? 0)) / total) < 1);
      expect([isNear, parts.reduce((sum, part) => sum + part, 0)]).toEqual([true, amount]);
    }),
  );
});
