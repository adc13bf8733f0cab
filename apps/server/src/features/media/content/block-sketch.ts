/** A short fingerprint of a block's text that tells how alike two texts are without keeping them: the smallest hashes of its character pairs. */

/** Hashes kept. Texts with fewer different pairs are compared exactly, longer ones by estimate. */
const SKETCH_SIZE = 24;
const HASH_DIGITS = 5;
const HASH_RANGE = 36 ** HASH_DIGITS;

/** 32-bit mixing of two UTF-16 units (the finaliser of MurmurHash3), spread over the range of the digits. */
const hashPair = (first: number, second: number): number => {
  let h = (first << 16) ^ second ^ 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) % HASH_RANGE;
};

/** The sketch of a text: at most 24 hashes in ascending order, 5 base-36 digits each, run together. */
export const sketchOf = (value: string): string => {
  const normalised = value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const smallest = new Uint32Array(SKETCH_SIZE);
  let kept = 0;
  if (normalised.length === 1) kept = keepSmallest(smallest, 0, hashPair(normalised.charCodeAt(0), 0));
  let before = normalised.charCodeAt(0);
  for (let i = 1; i < normalised.length; i++) {
    const unit = normalised.charCodeAt(i);
    kept = keepSmallest(smallest, kept, hashPair(before, unit));
    before = unit;
  }
  let sketch = '';
  for (let at = 0; at < kept; at++) sketch += (smallest[at] ?? 0).toString(36).padStart(HASH_DIGITS, '0');
  return sketch;
};

/**
 * Puts a hash in its place among the `kept` smallest, each once; answers how many are kept now. Most hashes of a long text are larger than
 * all of them and cost one comparison.
 */
const keepSmallest = (smallest: Uint32Array, kept: number, hash: number): number => {
  const full = kept === SKETCH_SIZE;
  if (full && hash >= (smallest[SKETCH_SIZE - 1] ?? 0)) return kept;
  let at = full ? SKETCH_SIZE - 1 : kept;
  while (at > 0 && (smallest[at - 1] ?? 0) > hash) at--;
  if (at > 0 && smallest[at - 1] === hash) return kept;
  smallest.copyWithin(at + 1, at, full ? SKETCH_SIZE - 1 : kept);
  smallest[at] = hash;
  return full ? kept : kept + 1;
};

const hashesOf = (sketch: string): string[] => sketch.match(/.{5}/g) ?? [];

/** Dice coefficient of the two texts' character pairs, 0 to 1, by their sketches. */
export const sketchSimilarity = (a: string, b: string): number => {
  if (a === b) return a === '' ? 0 : 1;
  const left = hashesOf(a);
  const right = hashesOf(b);
  if (left.length === 0 || right.length === 0) return 0;
  const exact = left.length < SKETCH_SIZE && right.length < SKETCH_SIZE;
  const limit = exact ? Number.POSITIVE_INFINITY : SKETCH_SIZE;
  let shared = 0;
  let seen = 0;
  let i = 0;
  let j = 0;
  while (seen < limit && (i < left.length || j < right.length)) {
    const x = left[i];
    const y = right[j];
    if (x !== undefined && x === y) {
      shared++;
      i++;
      j++;
    } else if (y === undefined || (x !== undefined && x < y)) i++;
    else j++;
    seen++;
  }
  const jaccard = shared / seen;
  return (2 * jaccard) / (1 + jaccard);
};
