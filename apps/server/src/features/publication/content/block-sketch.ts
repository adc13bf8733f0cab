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

/** Maximum length of a text of which single characters are hashed too: it has few bigrams, and one changed character removes two of them. */
const SHORT_CHARS = 12;

/** Calls `visit` with the hash of each bigram of a text, and of each character if the text has at most `singlesMax` characters. */
const eachHash = (value: string, singlesMax: number, visit: (hash: number) => void): void => {
  const normalized = value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const hasSingles = normalized.length <= singlesMax;
  for (let i = 0; i < normalized.length; i++) {
    const unit = normalized.charCodeAt(i);
    if (hasSingles) visit(hashPair(unit, 0));
    if (i > 0) visit(hashPair(normalized.charCodeAt(i - 1), unit));
  }
};

const digitsOf = (hash: number): string => hash.toString(36).padStart(HASH_DIGITS, '0');

/** Returns the sketch of a text: at most 24 hashes in ascending order, 5 base-36 digits each, concatenated. */
export const sketchOf = (value: string): string => {
  const smallest = new Uint32Array(SKETCH_SIZE);
  let count = 0;
  eachHash(value, SHORT_CHARS, (hash) => {
    count = insertSmallest(smallest, count, hash);
  });
  let sketch = '';
  for (let at = 0; at < count; at++) sketch += digitsOf(smallest[at] ?? 0);
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

/** Returns the hashes of a sketch. */
export const hashesOf = (sketch: string): string[] => sketch.match(/.{5}/g) ?? [];

/** Returns all hashes of a text, in the digits of a sketch. */
export const allHashesOf = (text: string): Set<string> => {
  const hashes = new Set<string>();
  eachHash(text, Number.POSITIVE_INFINITY, (hash) => hashes.add(digitsOf(hash)));
  return hashes;
};

/** Returns which share of the text with this sketch is contained in a text with these hashes, 0 to 1. */
export const containedShare = (sketch: string, hashes: ReadonlySet<string>): number => {
  const sought = hashesOf(sketch);
  return sought.length === 0 ? 0 : sought.filter((hash) => hashes.has(hash)).length / sought.length;
};

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
