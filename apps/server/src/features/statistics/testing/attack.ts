/**
 * Tries to calculate the hidden numbers of readers from the published ones. It uses three facts: a published number is rounded and so means
 * an interval; the parts of a sum add up to it; the total number of readers grows by at most the number of readers of the new week.
 */
export interface Interval {
  low: number;
  high: number;
}

/** Number of users in a cell, for example the readers of one chapter in one week in one group. */
export type Cell = string;

export interface Sum {
  readonly whole: Cell;
  readonly parts: readonly Cell[];
}

/** A number `after` that was counted over one more week than `before`: it grew by at most `added`. */
export interface Growth {
  readonly before: Cell;
  readonly after: Cell;
  readonly added: Cell;
}

interface Knowledge {
  readonly cells: ReadonlyMap<Cell, Interval>;
  readonly sums: readonly Sum[];
  readonly growths: readonly Growth[];
}

const ROUNDS = 50;

/** Narrows the intervals until nothing more follows. */
export const attack = ({ cells, sums, growths }: Knowledge): ReadonlyMap<Cell, Interval> => {
  const known = new Map([...cells].map(([cell, { low, high }]) => [cell, { low, high }]));
  const of = (cell: Cell): Interval => {
    const found = known.get(cell);
    if (found === undefined) throw new Error(`unknown cell ${cell}`);
    return found;
  };
  let hasChanged = true;
  const narrow = (cell: Cell, low: number, high: number): void => {
    const interval = of(cell);
    if (low > interval.low) [interval.low, hasChanged] = [low, true];
    if (high < interval.high) [interval.high, hasChanged] = [high, true];
  };
  for (let round = 0; hasChanged && round < ROUNDS; round += 1) {
    hasChanged = false;
    for (const { whole, parts } of sums) {
      const [low, high] = [parts.reduce((sum, part) => sum + of(part).low, 0), parts.reduce((sum, part) => sum + of(part).high, 0)];
      narrow(whole, low, high);
      for (const part of parts) narrow(part, of(whole).low - (high - of(part).high), of(whole).high - (low - of(part).low));
    }
    for (const { before, after, added } of growths) {
      narrow(after, of(before).low, of(before).high + of(added).high);
      narrow(before, of(after).low - of(added).high, of(after).high);
      narrow(added, of(after).low - of(before).high, Number.POSITIVE_INFINITY);
    }
  }
  return known;
};
