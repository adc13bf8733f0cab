/** Gives every block of a version its id: new numbers for new text, the old id for what was there before, so that marks survive revisions. */

import { sketchOf, sketchSimilarity } from './block-sketch.ts';
import type { Block } from './content-model.ts';

/** A block of the version before, in reading order. */
export interface PreviousBlock {
  readonly id: string;
  readonly hash: string;
  readonly sketch: string;
}

/** Less alike blocks are different ones. */
const SIMILAR = 0.5;
/** A gap with more pairs than this is compared near the diagonal only. */
const PAIRS_MAX = 40_000;
const BAND = 24;

const blockId = (number: number): string => `b${number.toString(36)}`;

/** Positions of values that occur once. */
const uniquePositions = (hashes: readonly string[], from: number, to: number): Map<string, number> => {
  const positions = new Map<string, number>();
  for (let i = from; i < to; i++) {
    const hash = hashes[i] ?? '';
    positions.set(hash, positions.has(hash) ? -1 : i);
  }
  return positions;
};

/** Longest run of pairs ascending on both sides (pairs come sorted by their first member). */
const longestAscending = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
  const tails: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, right], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < right) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.toReversed();
};

interface Gap {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

class Aligner {
  private readonly previous: readonly PreviousBlock[];
  private readonly sketches: readonly string[];
  private readonly oldHashes: readonly string[];
  private readonly newHashes: readonly string[];
  /** For each current block the index of the previous one it is. */
  readonly match: Int32Array;
  private readonly taken: Uint8Array;

  constructor(previous: readonly PreviousBlock[], current: readonly Block[]) {
    this.previous = previous;
    this.oldHashes = previous.map((block) => block.hash);
    this.newHashes = current.map((block) => block.hash);
    this.match = new Int32Array(current.length).fill(-1);
    this.taken = new Uint8Array(previous.length);
    this.sketches = previous.length === 0 ? [] : current.map((block) => sketchOf(block.text));
  }

  private pair(old: number, current: number): void {
    this.match[current] = old;
    this.taken[old] = 1;
  }

  align(): void {
    const gaps = this.alignEqual({ oldFrom: 0, oldTo: this.oldHashes.length, newFrom: 0, newTo: this.newHashes.length });
    this.alignMoved();
    for (const gap of gaps) this.alignSimilar(gap);
  }

  /** Equal text in order: common ends, then blocks unique on both sides, then the same between those. Gives the gaps left. */
  private alignEqual(whole: Gap): Gap[] {
    const gaps: Gap[] = [];
    const pending = [whole];
    for (let gap = pending.pop(); gap; gap = pending.pop()) {
      let { oldFrom, oldTo, newFrom, newTo } = gap;
      while (oldFrom < oldTo && newFrom < newTo && this.oldHashes[oldFrom] === this.newHashes[newFrom]) this.pair(oldFrom++, newFrom++);
      while (oldFrom < oldTo && newFrom < newTo && this.oldHashes[oldTo - 1] === this.newHashes[newTo - 1]) this.pair(--oldTo, --newTo);
      if (oldFrom === oldTo || newFrom === newTo) continue;
      const anchors = this.anchorsIn({ oldFrom, oldTo, newFrom, newTo });
      if (anchors.length === 0) {
        gaps.push({ oldFrom, oldTo, newFrom, newTo });
        continue;
      }
      let [old, current] = [oldFrom, newFrom];
      for (const [oldAnchor, newAnchor] of anchors) {
        pending.push({ oldFrom: old, oldTo: oldAnchor, newFrom: current, newTo: newAnchor });
        this.pair(oldAnchor, newAnchor);
        [old, current] = [oldAnchor + 1, newAnchor + 1];
      }
      pending.push({ oldFrom: old, oldTo, newFrom: current, newTo });
    }
    return gaps;
  }

  private anchorsIn(gap: Gap): (readonly [number, number])[] {
    const olds = uniquePositions(this.oldHashes, gap.oldFrom, gap.oldTo);
    const news = uniquePositions(this.newHashes, gap.newFrom, gap.newTo);
    const pairs: (readonly [number, number])[] = [];
    for (const [hash, old] of olds) {
      const current = news.get(hash);
      if (old >= 0 && current !== undefined && current >= 0) pairs.push([old, current]);
    }
    return longestAscending(pairs);
  }

  /** Unchanged text that stands elsewhere now keeps its id too, first come first served. */
  private alignMoved(): void {
    const waiting = new Map<string, number[]>();
    for (let old = this.oldHashes.length - 1; old >= 0; old--) {
      if (this.taken[old]) continue;
      const hash = this.oldHashes[old] ?? '';
      const places = waiting.get(hash);
      if (places) places.push(old);
      else waiting.set(hash, [old]);
    }
    for (let current = 0; current < this.match.length; current++) {
      if (this.match[current] !== -1) continue;
      const old = waiting.get(this.newHashes[current] ?? '')?.pop();
      if (old !== undefined) this.pair(old, current);
    }
  }

  private similarity(old: number, current: number): number {
    return sketchSimilarity(this.previous[old]?.sketch ?? '', this.sketches[current] ?? '');
  }

  /** Changed text inside a gap: the order-keeping pairing with the greatest sum of likeness. */
  private alignSimilar(gap: Gap): void {
    const olds: number[] = [];
    const news: number[] = [];
    for (let i = gap.oldFrom; i < gap.oldTo; i++) if (!this.taken[i]) olds.push(i);
    for (let i = gap.newFrom; i < gap.newTo; i++) if (this.match[i] === -1) news.push(i);
    if (olds.length === 0 || news.length === 0) return;
    if (olds.length * news.length > PAIRS_MAX) this.pairNearDiagonal(olds, news);
    else this.pairBest(olds, news);
  }

  private pairBest(olds: readonly number[], news: readonly number[]): void {
    const width = news.length + 1;
    const best = new Float64Array((olds.length + 1) * width);
    const likeness = new Float64Array(olds.length * news.length);
    for (let i = olds.length - 1; i >= 0; i--) {
      for (let j = news.length - 1; j >= 0; j--) {
        const alike = this.similarity(olds[i] ?? 0, news[j] ?? 0);
        likeness[i * news.length + j] = alike;
        const paired = alike >= SIMILAR ? alike + (best[(i + 1) * width + j + 1] ?? 0) : -1;
        best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      }
    }
    for (let i = 0, j = 0; i < olds.length && j < news.length; ) {
      const here = best[i * width + j] ?? 0;
      const alike = likeness[i * news.length + j] ?? 0;
      if (alike >= SIMILAR && here === alike + (best[(i + 1) * width + j + 1] ?? 0)) this.pair(olds[i++] ?? 0, news[j++] ?? 0);
      else if (here === (best[(i + 1) * width + j] ?? 0)) i++;
      else j++;
    }
  }

  private pairNearDiagonal(olds: readonly number[], news: readonly number[]): void {
    let from = 0;
    news.forEach((current, j) => {
      const centre = Math.max(from, Math.round((j / news.length) * olds.length));
      let best = -1;
      let bestLikeness = SIMILAR;
      for (let i = Math.max(from, centre - BAND); i < Math.min(olds.length, centre + BAND); i++) {
        const alike = this.similarity(olds[i] ?? 0, current);
        if (alike > bestLikeness || (alike === bestLikeness && best < 0)) [best, bestLikeness] = [i, alike];
      }
      if (best < 0) return;
      this.pair(olds[best] ?? 0, current);
      from = best + 1;
    });
  }
}

/**
 * Ids for `current`, in order. `nextNumber` is the first number never given in this book; `next` is the one after. With no version before,
 * ids are simply sequential. An id is given once at most.
 */
export const assignBlockIds = (
  previous: readonly PreviousBlock[],
  current: readonly Block[],
  nextNumber: number,
): { ids: string[]; next: number } => {
  const aligner = new Aligner(previous, current);
  if (previous.length > 0) aligner.align();
  let next = nextNumber;
  const ids = current.map((_, index) => {
    const old = aligner.match[index] ?? -1;
    return (old >= 0 ? previous[old]?.id : undefined) ?? blockId(next++);
  });
  return { ids, next };
};
