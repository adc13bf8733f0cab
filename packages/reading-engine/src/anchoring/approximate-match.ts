/**
 * Approximate text search: finds the substring with the smallest edit distance by dynamic programming over a bounded window (Sellers'
 * algorithm). Pure.
 */

export interface ApproximateMatch {
  start: number;
  end: number;
  /** Edit distance of the match: number of characters inserted, deleted or replaced. */
  errors: number;
}

/** Returns whether a match is possible: a match with k differences contains at least one of k + 1 pieces of the pattern unchanged. */
const mayMatch = (text: string, pattern: string, maxErrors: number): boolean => {
  const size = Math.floor(pattern.length / (maxErrors + 1));
  for (let at = 0; at + size <= pattern.length; at += size) if (text.includes(pattern.slice(at, at + size))) return true;
  return false;
};

/**
 * Returns the best match of `pattern` in `text` with at most `maxErrors` differences, the earliest of equally good ones. Time: O(text ×
 * pattern).
 */
export const findApproximate = (text: string, pattern: string, maxErrors: number): ApproximateMatch | undefined => {
  const rows = pattern.length;
  if (rows === 0 || !mayMatch(text, pattern, maxErrors)) return undefined;
  // `cost[i]`: fewest differences between the first i characters of the pattern and a text that ends here; `from[i]`: start of that text.
  let cost = new Uint16Array(rows + 1);
  let from = new Int32Array(rows + 1);
  let nextCost = new Uint16Array(rows + 1);
  let nextFrom = new Int32Array(rows + 1);
  for (let i = 0; i <= rows; i++) cost[i] = i;
  let best: ApproximateMatch | undefined;
  for (let at = 1; at <= text.length; at++) {
    const unit = text.charCodeAt(at - 1);
    nextFrom[0] = at;
    for (let i = 1; i <= rows; i++) {
      const replaced = (cost[i - 1] ?? 0) + (pattern.charCodeAt(i - 1) === unit ? 0 : 1);
      const inserted = (cost[i] ?? 0) + 1;
      const dropped = (nextCost[i - 1] ?? 0) + 1;
      if (replaced <= inserted && replaced <= dropped) {
        nextCost[i] = replaced;
        nextFrom[i] = from[i - 1] ?? 0;
      } else if (inserted <= dropped) {
        nextCost[i] = inserted;
        nextFrom[i] = from[i] ?? 0;
      } else {
        nextCost[i] = dropped;
        nextFrom[i] = nextFrom[i - 1] ?? 0;
      }
    }
    const errors = nextCost[rows] ?? rows;
    if (errors <= maxErrors && (!best || errors < best.errors)) best = { start: nextFrom[rows] ?? 0, end: at, errors };
    [cost, nextCost] = [nextCost, cost];
    [from, nextFrom] = [nextFrom, from];
  }
  return best;
};
