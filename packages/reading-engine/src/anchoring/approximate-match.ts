/** Approximate text search: the place with the fewest differences, by dynamic programming over a bounded window (Sellers' algorithm). Pure. */

export interface ApproximateMatch {
  start: number;
  end: number;
  /** Characters inserted, left out or replaced. */
  errors: number;
}

/** A match with k differences holds at least one of k + 1 pieces of the pattern unchanged: no piece in the text, no match. */
const mayMatch = (text: string, pattern: string, maxErrors: number): boolean => {
  const size = Math.floor(pattern.length / (maxErrors + 1));
  if (size < 2) return true;
  for (let at = 0; at + size <= pattern.length; at += size) if (text.includes(pattern.slice(at, at + size))) return true;
  return false;
};

/** Best match of `pattern` in `text` with at most `maxErrors` differences; the earliest of equals. Time: text x pattern. */
export const findApproximate = (text: string, pattern: string, maxErrors: number): ApproximateMatch | undefined => {
  const rows = pattern.length;
  if (rows === 0 || maxErrors < 0 || !mayMatch(text, pattern, maxErrors)) return undefined;
  // cost[i]: fewest differences of pattern[0..i) against a text ending here; from[i]: where that text starts.
  let cost = new Uint16Array(rows + 1);
  let from = new Int32Array(rows + 1);
  let nextCost = new Uint16Array(rows + 1);
  let nextFrom = new Int32Array(rows + 1);
  for (let i = 0; i <= rows; i++) cost[i] = i;
  let best: ApproximateMatch | undefined;
  for (let at = 1; at <= text.length; at++) {
    const unit = text.charCodeAt(at - 1);
    nextCost[0] = 0;
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
