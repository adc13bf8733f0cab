/**
 * A short fingerprint of a block's text for estimating similarity without storing the text: the smallest hashes of its character bigrams
 * (MinHash).
 */

/** Number of hashes stored for a text. Texts with fewer different bigrams are compared exactly, longer ones by estimate. */
const SKETCH_SIZE = 24;
const HASH_DIGITS = 5;
const HASH_RANGE = 36 ** HASH_DIGITS;

/** Mixes two UTF-16 units to 32 bits (the finalizer of MurmurHash3), reduced to the range of the stored digits. */
const hashPair = (first: number, second: number): number => {
  let h = (first << 16) ^ second ^ 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) % HASH_RANGE;
};

/** Returns the sketch of a text: at most 24 hashes in ascending order, 5 base-36 digits each, concatenated. */
export const sketchOf = (value: string): string => {
  const normalized = value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const smallest = new Uint32Array(SKETCH_SIZE);
  let count = 0;
  if (normalized.length === 1) count = insertSmallest(smallest, 0, hashPair(normalized.charCodeAt(0), 0));
  let before = normalized.charCodeAt(0);
  for (let i = 1; i < normalized.length; i++) {
    const unit = normalized.charCodeAt(i);
    count = insertSmallest(smallest, count, hashPair(before, unit));
    before = unit;
  }
  let sketch = '';
  for (let at = 0; at < count; at++) sketch += (smallest[at] ?? 0).toString(36).padStart(HASH_DIGITS, '0');
  return sketch;
};

/**
 * Inserts a hash among the `count` smallest, without duplicates; returns the new count. Most hashes of a long text are larger than all
 * of them and cost one comparison.
 */
const insertSmallest = (smallest: Uint32Array, count: number, hash: number): number => {
  const full = count === SKETCH_SIZE;
  if (full && hash >= (smallest[SKETCH_SIZE - 1] ?? 0)) return count;
  let at = full ? SKETCH_SIZE - 1 : count;
  while (at > 0 && (smallest[at - 1] ?? 0) > hash) at--;
  if (at > 0 && smallest[at - 1] === hash) return count;
  smallest.copyWithin(at + 1, at, full ? SKETCH_SIZE - 1 : count);
  smallest[at] = hash;
  return full ? count : count + 1;
};

const hashesOf = (sketch: string): string[] => sketch.match(/.{5}/g) ?? [];

/** Returns the Dice coefficient of the two texts' character bigrams, 0 to 1, from their sketches. */
export const sketchSimilarity = (a: string, b: string): number => {
  if (a === b) return a === '' ? 0 : 1;
  const left = hashesOf(a);
  const right = hashesOf(b);
  if (left.length === 0 || right.length === 0) return 0;
  const exact = left.length < SKETCH_SIZE && right.length < SKETCH_SIZE;
  const limit = exact ? Number.POSITIVE_INFINITY : SKETCH_SIZE;
  let shared = 0;
  let compared = 0;
  let i = 0;
  let j = 0;
  while (compared < limit && (i < left.length || j < right.length)) {
    const x = left[i];
    const y = right[j];
    if (x !== undefined && x === y) {
      shared++;
      i++;
      j++;
    } else if (y === undefined || (x !== undefined && x < y)) i++;
    else j++;
    compared++;
  }
  const jaccard = shared / compared;
  return (2 * jaccard) / (1 + jaccard);
};
