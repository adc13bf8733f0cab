/**
 * Assigns every block of a version its id: the old id for text of the previous version, a new number for new text, so that annotations
 * survive revisions.
 */

import { sketchOf, sketchSimilarity } from './block-sketch.ts';
import type { Block } from './content-model.ts';

/** A block of the previous version, in reading order. */
export interface PreviousBlock {
  readonly id: string;
  readonly hash: string;
  readonly sketch: string;
}

/** The minimum similarity of two blocks that count as the same block. */
const SIMILARITY_MIN = 0.5;
/**
 * Maximum number of pairs of old and new blocks that are all compared in a gap between equal blocks. In a larger gap, only blocks at
 * similar relative positions are compared.
 */
const PAIRS_MAX = 40_000;
const BAND_HALF_WIDTH = 24;

const blockId = (number: number): string => `b${number.toString(36)}`;

/** Returns, by hash, the index of each block whose hash occurs once in the range; -1 for a hash that occurs several times. */
const uniquePositions = (hashes: readonly string[], from: number, to: number): Map<string, number> => {
  const positions = new Map<string, number>();
  for (let i = from; i < to; i++) {
    const hash = hashes[i] ?? '';
    positions.set(hash, positions.has(hash) ? -1 : i);
  }
  return positions;
};

/** Returns the longest subsequence of pairs in which both members ascend. `pairs` is sorted by the first member. */
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
  /** For each block of the new version: the index of the block of the previous version that it continues, or -1. */
  readonly match: Int32Array;
  private readonly matchedPrevious: Uint8Array;

  constructor(previous: readonly PreviousBlock[], current: readonly Block[]) {
    this.previous = previous;
    this.oldHashes = previous.map((block) => block.hash);
    this.newHashes = current.map((block) => block.hash);
    this.match = new Int32Array(current.length).fill(-1);
    this.matchedPrevious = new Uint8Array(previous.length);
    this.sketches = previous.length === 0 ? [] : current.map((block) => sketchOf(block.text));
  }

  private pair(old: number, current: number): void {
    this.match[current] = old;
    this.matchedPrevious[old] = 1;
  }

  align(): void {
    const gaps = this.alignEqual({ oldFrom: 0, oldTo: this.oldHashes.length, newFrom: 0, newTo: this.newHashes.length });
    this.alignMoved();
    for (const gap of gaps) this.alignSimilar(gap);
  }

  /**
   * Pairs blocks with equal text, keeping their order: first those at the beginning and at the end, then those whose text occurs once in
   * each version, then again between these. Returns the gaps that remain.
   */
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

  /** Pairs unchanged blocks that moved, so that they keep their ids too; of several equal ones the first gets the id. */
  private alignMoved(): void {
    const unmatched = new Map<string, number[]>();
    for (let old = this.oldHashes.length - 1; old >= 0; old--) {
      if (this.matchedPrevious[old]) continue;
      const hash = this.oldHashes[old] ?? '';
      const indexes = unmatched.get(hash);
      if (indexes) indexes.push(old);
      else unmatched.set(hash, [old]);
    }
    for (let current = 0; current < this.match.length; current++) {
      if (this.match[current] !== -1) continue;
      const old = unmatched.get(this.newHashes[current] ?? '')?.pop();
      if (old !== undefined) this.pair(old, current);
    }
  }

  private similarity(old: number, current: number): number {
    return sketchSimilarity(this.previous[old]?.sketch ?? '', this.sketches[current] ?? '');
  }

  /**
   * Pairs blocks with changed text inside a gap. Of all pairings that keep the order, chooses the one with the greatest total similarity.
   */
  private alignSimilar(gap: Gap): void {
    const olds: number[] = [];
    const news: number[] = [];
    for (let i = gap.oldFrom; i < gap.oldTo; i++) if (!this.matchedPrevious[i]) olds.push(i);
    for (let i = gap.newFrom; i < gap.newTo; i++) if (this.match[i] === -1) news.push(i);
    if (olds.length === 0 || news.length === 0) return;
    if (olds.length * news.length > PAIRS_MAX) this.pairNearDiagonal(olds, news);
    else this.pairBest(olds, news);
  }

  private pairBest(olds: readonly number[], news: readonly number[]): void {
    const width = news.length + 1;
    const best = new Float64Array((olds.length + 1) * width);
    const similarities = new Float64Array(olds.length * news.length);
    for (let i = olds.length - 1; i >= 0; i--) {
      for (let j = news.length - 1; j >= 0; j--) {
        const similarity = this.similarity(olds[i] ?? 0, news[j] ?? 0);
        similarities[i * news.length + j] = similarity;
        const paired = similarity >= SIMILARITY_MIN ? similarity + (best[(i + 1) * width + j + 1] ?? 0) : -1;
        best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      }
    }
    for (let i = 0, j = 0; i < olds.length && j < news.length; ) {
      const bestHere = best[i * width + j] ?? 0;
      const alike = similarities[i * news.length + j] ?? 0;
      if (alike >= SIMILARITY_MIN && bestHere === alike + (best[(i + 1) * width + j + 1] ?? 0)) this.pair(olds[i++] ?? 0, news[j++] ?? 0);
      else if (bestHere === (best[(i + 1) * width + j] ?? 0)) i++;
      else j++;
    }
  }

  private pairNearDiagonal(olds: readonly number[], news: readonly number[]): void {
    let from = 0;
    news.forEach((current, j) => {
      const center = Math.max(from, Math.round((j / news.length) * olds.length));
      let best = -1;
      let bestLikeness = SIMILARITY_MIN;
      for (let i = Math.max(from, center - BAND_HALF_WIDTH); i < Math.min(olds.length, center + BAND_HALF_WIDTH); i++) {
        const similarity = this.similarity(olds[i] ?? 0, current);
        if (similarity > bestLikeness || (similarity === bestLikeness && best < 0)) [best, bestLikeness] = [i, similarity];
      }
      if (best < 0) return;
      this.pair(olds[best] ?? 0, current);
      from = best + 1;
    });
  }
}

/**
 * Returns ids for the blocks `current`, in order. `nextNumber` is the first number never used in this book; `next` is the one after those
 * assigned. Without a previous version, ids are sequential. An id is assigned at most once.
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
