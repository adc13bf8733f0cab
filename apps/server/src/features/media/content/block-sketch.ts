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
  const smallest: number[] = [];
  if (normalised.length === 1) smallest.push(hashPair(normalised.charCodeAt(0), 0));
  for (let i = 0; i + 1 < normalised.length; i++) keepSmallest(smallest, hashPair(normalised.charCodeAt(i), normalised.charCodeAt(i + 1)));
  return smallest.map((hash) => hash.toString(36).padStart(HASH_DIGITS, '0')).join('');
};

/** Puts a hash in its place among the smallest, each once. Most hashes of a long text are larger than all of them and cost one comparison. */
const keepSmallest = (smallest: number[], hash: number): void => {
  const full = smallest.length === SKETCH_SIZE;
  if (full && hash >= (smallest[SKETCH_SIZE - 1] ?? 0)) return;
  let at = full ? SKETCH_SIZE - 1 : smallest.length;
  while (at > 0 && (smallest[at - 1] ?? 0) > hash) at--;
  if (at > 0 && smallest[at - 1] === hash) return;
  smallest.splice(at, 0, hash);
  if (full) smallest.length = SKETCH_SIZE;
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
