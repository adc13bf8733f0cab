/**
 * Assigns every block of a version its id: the old id for text of the previous version, a new number for new text, so that annotations
 * survive revisions.
 */

import { allHashesOf, containedShare, hashesOf, sketchOf, sketchSimilarity } from './block-sketch.ts';
import type { Block } from './content-model.ts';

/** A block of the previous version, in reading order. */
export interface PreviousBlock {
  readonly id: string;
  readonly hash: string;
  readonly sketch: string;
  /** Length of its text. */
  readonly chars: number;
  /** Ids of earlier blocks whose text became part of this block. */
  readonly formerIds?: readonly string[];
}

/** The minimum similarity of two blocks that count as the same block. */
const SIMILARITY_MIN = 0.5;
/** The same if they are the only blocks of their versions between two unchanged blocks. */
const SIMILARITY_MIN_ALONE = 0.3;
/** The minimum similarity of a block with changed text that moved, which only a long text can have. */
const SIMILARITY_MIN_MOVED = 0.6;
/** Number of hashes in the sketch of a text that is long enough to be recognized at another position. */
const DISTINCTIVE_HASHES = 12;
/** The same for a text that occurs once in its version. */
const UNIQUE_HASHES = 5;
/** A sketch hash that more blocks than this contain is not used to find blocks that moved. */
const COMMON_HASH = 20;
/** Number of shared hashes from which two blocks are compared. */
const SHARED_HASHES_MIN = 4;
/** The share of a block's text that must be contained in a block with which it was merged. */
const CONTAINED_MIN = 0.75;
/** Number of neighbors among which a merged block is searched, and of former ids of one block. */
const MERGED_NEIGHBORS = 6;
const FORMER_IDS_MAX = 16;
/** Number of blocks of which all hashes are cached. */
const CACHED_BLOCKS = 64;
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

/** Distance of equal blocks that keep their order. */
const EQUAL_DISTANCE = 4;

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
  /** The reverse: for each block of the previous version, the index of the block of the new version, or -1. */
  private readonly matchOfPrevious: Int32Array;
  private readonly current: readonly Block[];
  private readonly allHashes = new Map<number, ReadonlySet<string>>();

  constructor(previous: readonly PreviousBlock[], current: readonly Block[]) {
    this.previous = previous;
    this.current = current;
    this.oldHashes = previous.map((block) => block.hash);
    this.newHashes = current.map((block) => block.hash);
    this.match = new Int32Array(current.length).fill(-1);
    this.matchOfPrevious = new Int32Array(previous.length).fill(-1);
    this.sketches = previous.length === 0 ? [] : current.map((block) => sketchOf(block.text));
  }

  private pair(old: number, current: number): void {
    this.match[current] = old;
    this.matchOfPrevious[old] = current;
  }

  align(): void {
    const gaps = this.alignEqual({ oldFrom: 0, oldTo: this.oldHashes.length, newFrom: 0, newTo: this.newHashes.length });
    this.alignMoved();
    for (const gap of gaps) this.alignSimilar(gap);
    this.alignNeighbors();
    this.alignMovedSimilar();
    this.orderEqual();
  }

  /** Gives equal blocks that are near each other the order that they had: which of them moved cannot be seen. */
  private orderEqual(): void {
    const lastByHash = new Map<string, number>();
    for (const [old, hash] of this.oldHashes.entries()) {
      const current = this.matchOfPrevious[old] ?? -1;
      if (current < 0 || this.newHashes[current] !== hash) continue;
      const before = lastByHash.get(hash);
      lastByHash.set(hash, old);
      if (before === undefined || old - before > EQUAL_DISTANCE) continue;
      const other = this.matchOfPrevious[before] ?? -1;
      if (other < current) continue;
      this.pair(before, current);
      this.pair(old, other);
    }
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

  private isDistinctive(sketch: string): boolean {
    return hashesOf(sketch).length >= DISTINCTIVE_HASHES;
  }

  /**
   * Pairs unchanged blocks that moved, so that they keep their ids too. A short text that occurs several times is not paired, because
   * another occurrence may have been deleted here and added there.
   */
  private alignMoved(): void {
    const olds = uniquePositions(this.oldHashes, 0, this.oldHashes.length);
    const unmatched = new Map<string, number[]>();
    for (let old = this.oldHashes.length - 1; old >= 0; old--) {
      if (this.matchOfPrevious[old] !== -1) continue;
      const hash = this.oldHashes[old] ?? '';
      const hashes = hashesOf(this.previous[old]?.sketch ?? '').length;
      if (hashes < DISTINCTIVE_HASHES && (hashes < UNIQUE_HASHES || (olds.get(hash) ?? -1) < 0)) continue;
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

  /** Pairs equal blocks that are next to paired blocks: short blocks that moved together with a longer one, or past it. */
  private alignNeighbors(): void {
    const pairIfEqual = (old: number, current: number): void => {
      if (old < 0 || current < 0 || old >= this.oldHashes.length || current >= this.match.length) return;
      if (this.matchOfPrevious[old] !== -1 || this.match[current] !== -1 || this.oldHashes[old] !== this.newHashes[current]) return;
      this.pair(old, current);
    };
    for (let current = 0; current < this.match.length; current++) {
      const old = this.match[current] ?? -1;
      if (old < 0) continue;
      for (const by of [1, -1]) {
        pairIfEqual(old + by, current + by);
        // Two blocks that were swapped.
        pairIfEqual(old + by, current - by);
      }
    }
  }

  /** Pairs long blocks that moved and were changed as well. */
  private alignMovedSimilar(): void {
    const oldsByHash = new Map<string, number[]>();
    for (const [old, { sketch }] of this.previous.entries()) {
      if (this.matchOfPrevious[old] !== -1 || !this.isDistinctive(sketch)) continue;
      for (const hash of hashesOf(sketch)) {
        const olds = oldsByHash.get(hash);
        if (olds === undefined) oldsByHash.set(hash, [old]);
        else if (olds.length <= COMMON_HASH) olds.push(old);
      }
    }
    if (oldsByHash.size === 0) return;
    const pairs: { old: number; current: number; similarity: number }[] = [];
    for (const [current, sketch] of this.sketches.entries()) {
      if (this.match[current] !== -1 || !this.isDistinctive(sketch)) continue;
      const shared = new Map<number, number>();
      for (const hash of hashesOf(sketch)) {
        const olds = oldsByHash.get(hash) ?? [];
        if (olds.length <= COMMON_HASH) for (const old of olds) shared.set(old, (shared.get(old) ?? 0) + 1);
      }
      for (const [old, count] of shared) {
        if (count < SHARED_HASHES_MIN) continue;
        const similarity = this.similarity(old, current);
        if (similarity >= SIMILARITY_MIN_MOVED) pairs.push({ old, current, similarity });
      }
    }
    for (const { old, current } of pairs.sort((a, b) => b.similarity - a.similarity)) {
      if (this.matchOfPrevious[old] === -1 && this.match[current] === -1) this.pair(old, current);
    }
  }

  /** Returns for each block of the new version the ids of earlier blocks whose text it contains besides its own. */
  formerIds(): string[][] {
    const former: string[][] = this.current.map((_, index) => [...(this.previous[this.match[index] ?? -1]?.formerIds ?? [])]);
    // The partners of the last paired block before each unpaired one, and of the first one after it.
    let start = -1;
    let [next, end] = [0, -1];
    for (const [old, { id, sketch, formerIds = [] }] of this.previous.entries()) {
      const partner = this.matchOfPrevious[old] ?? -1;
      if (partner !== -1) {
        start = partner;
        continue;
      }
      if (next <= old) {
        next = old + 1;
        while (next < this.previous.length && this.matchOfPrevious[next] === -1) next++;
        end = this.matchOfPrevious[next] ?? this.match.length;
      }
      const container = this.containerOf(old, sketch, start, end);
      if (container !== undefined) former[container]?.push(id, ...formerIds);
    }
    for (let current = 0; current < this.match.length; current++) {
      const old = this.match[current] === -1 ? this.splitFrom(current) : undefined;
      if (old !== undefined) former[current]?.push(this.previous[old]?.id ?? '');
    }
    return former.map((ids) => ids.slice(-FORMER_IDS_MAX));
  }

  /**
   * Returns the block of the new version with which a block was merged. It is near the blocks that were its neighbors, which have the indexes
   * `start` and `end` in the new version.
   */
  private containerOf(old: number, sketch: string, start: number, end: number): number | undefined {
    const candidates = new Set<number>();
    for (let at = start; at <= end && at <= start + MERGED_NEIGHBORS; at++) candidates.add(at);
    for (let at = end; at >= start && at >= end - MERGED_NEIGHBORS; at--) candidates.add(at);
    candidates.add(start).add(end);
    let best: number | undefined;
    let bestShare = CONTAINED_MIN;
    for (const candidate of candidates) {
      // A block that only resembles the sought one has not become longer.
      const before = this.previous[this.match[candidate] ?? -1]?.chars ?? 0;
      const added = (this.current[candidate]?.text.length ?? 0) - before;
      if (added * 3 < (this.previous[old]?.chars ?? 0)) continue;
      const share = containedShare(sketch, this.allHashesOf(candidate));
      if (share > bestShare || (share === bestShare && best === undefined)) [best, bestShare] = [candidate, share];
    }
    return best;
  }

  /** Returns the block of the previous version of which a new block is a part: one near it that has become shorter. */
  private splitFrom(current: number): number | undefined {
    const { length } = this.current[current]?.text ?? '';
    if (length === 0) return undefined;
    for (const by of [-1, 1, -2, 2]) {
      const old = this.match[current + by] ?? -1;
      const previous = this.previous[old];
      if (previous === undefined) continue;
      const removed = previous.chars - (this.current[current + by]?.text.length ?? 0);
      if (removed * 2 < length) continue;
      const share = containedShare(previous.sketch, this.allHashesOf(current));
      if (share > 0 && share * 2 >= Math.min(1, length / previous.chars)) return old;
    }
    return undefined;
  }

  /** Returns the hashes of a block of the new version; those of the blocks used last are cached. */
  private allHashesOf(current: number): ReadonlySet<string> {
    const cached = this.allHashes.get(current);
    if (cached !== undefined) return cached;
    if (this.allHashes.size >= CACHED_BLOCKS) this.allHashes.clear();
    const hashes = allHashesOf(this.current[current]?.text ?? '');
    this.allHashes.set(current, hashes);
    return hashes;
  }

  private similarity(old: number, current: number): number {
    if (this.oldHashes[old] === this.newHashes[current]) return 1;
    return sketchSimilarity(this.previous[old]?.sketch ?? '', this.sketches[current] ?? '');
  }

  /**
   * Pairs blocks with changed text inside a gap. Of all pairings that keep the order, chooses the one with the greatest total similarity.
   */
  private alignSimilar(gap: Gap): void {
    const olds: number[] = [];
    const news: number[] = [];
    for (let i = gap.oldFrom; i < gap.oldTo; i++) if (this.matchOfPrevious[i] === -1) olds.push(i);
    for (let i = gap.newFrom; i < gap.newTo; i++) if (this.match[i] === -1) news.push(i);
    if (olds.length === 0 || news.length === 0) return;
    const [old, current] = [olds[0] ?? 0, news[0] ?? 0];
    if (olds.length === 1 && news.length === 1) {
      if (this.similarity(old, current) >= SIMILARITY_MIN_ALONE) this.pair(old, current);
    } else if (olds.length * news.length > PAIRS_MAX) this.pairNearDiagonal(olds, news);
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

export interface AssignedIds {
  readonly ids: string[];
  /** For each block: ids of earlier blocks whose text became part of it. */
  readonly formerIds: string[][];
  /** The first number not used in this book. */
  readonly next: number;
}

/**
 * Returns ids for the blocks `current`, in order. `nextNumber` is the first number never used in this book. Without a previous version, ids
 * are sequential. An id is assigned at most once.
 */
export const assignBlockIds = (previous: readonly PreviousBlock[], current: readonly Block[], nextNumber: number): AssignedIds => {
  const aligner = new Aligner(previous, current);
  if (previous.length > 0) aligner.align();
  let next = nextNumber;
  const ids = current.map((_, index) => {
    const old = aligner.match[index] ?? -1;
    return (old >= 0 ? previous[old]?.id : undefined) ?? blockId(next++);
  });
  return { ids, formerIds: aligner.formerIds(), next };
};
