/** Finds which text has its order in both versions; the rest has moved. Pure. */

/** Consecutive characters of the new text that were consecutive in the old one. */
export interface Run {
  /** Offset of the first character in the new text and in the old one. */
  readonly at: number;
  readonly old: number;
  readonly length: number;
}

/** Returns the runs in the order of the new text. A run ends at the end of a block, so that a paragraph moves as a whole. */
const runsOf = (toOld: Int32Array, blockOf: Int32Array): Run[] => {
  const runs: Run[] = [];
  for (let at = 0; at < toOld.length; ) {
    const old = toOld[at] ?? -1;
    let end = at + 1;
    if (old >= 0) {
      while (end < toOld.length && toOld[end] === old + end - at && blockOf[end] === blockOf[at]) end++;
      runs.push({ at, old, length: end - at });
    }
    at = end;
  }
  return runs;
};

/**
 * Divides the runs into the longest text that has the same order in both versions, and the others. Time: O(n log n) for n runs (a Fenwick
 * tree of maxima over the old order).
 */
export const unmovedRuns = (
  toOld: Int32Array,
  blockOf: Int32Array,
): { readonly unmoved: readonly Run[]; readonly others: readonly Run[] } => {
  const runs = runsOf(toOld, blockOf);
  const inOldOrder = [...runs.keys()].sort((a, b) => (runs[a]?.old ?? 0) - (runs[b]?.old ?? 0));
  const ranks = new Int32Array(runs.length);
  for (const [rank, run] of inOldOrder.entries()) ranks[run] = rank + 1;
  const lengths = new Float64Array(runs.length);
  const previous = new Int32Array(runs.length).fill(-1);
  /** For each node of the tree the run that ends the longest text; -1 if there is none. */
  const tree = new Int32Array(runs.length + 1).fill(-1);
  const lengthOf = (run: number): number => (run < 0 ? 0 : (lengths[run] ?? 0));
  let last = -1;
  for (const [run, { length }] of runs.entries()) {
    let best = -1;
    for (let node = (ranks[run] ?? 0) - 1; node > 0; node -= node & -node) {
      const candidate = tree[node] ?? -1;
      if (lengthOf(candidate) > lengthOf(best)) best = candidate;
    }
    previous[run] = best;
    lengths[run] = lengthOf(best) + length;
    for (let node = ranks[run] ?? 1; node <= runs.length; node += node & -node) {
      if (lengthOf(run) > lengthOf(tree[node] ?? -1)) tree[node] = run;
    }
    if (lengthOf(run) > lengthOf(last)) last = run;
  }
  const isUnmoved = new Uint8Array(runs.length);
  for (let run = last; run >= 0; run = previous[run] ?? -1) isUnmoved[run] = 1;
  return { unmoved: runs.filter((_run, index) => isUnmoved[index] === 1), others: runs.filter((_run, index) => isUnmoved[index] === 0) };
};
