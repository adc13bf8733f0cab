/**
 * Global alignment of the old and the new text of the same blocks: finds for each character of the old text where it is in the new one, and
 * which of these results are arbitrary because equal text was next to an edit. Pure.
 */
import { SEED_CHARS } from './anchor-text.ts';

const MATCH = 10;
/** Punctuation says less about the position of a text than letters and characters do. */
const MATCH_PUNCTUATION = 7;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const MISMATCH = -8;
/** Cost of the first character that only one of the texts has, beyond that of each character. */
const GAP_OPEN = -10;
const GAP_EXTEND = -1;
const IMPOSSIBLE = -1_000_000_000;
/** Equal characters count only if they are more than this, or if less text than `STRAY_GAP_CHARS` differs on one of their sides. */
const STRAY_CHARS = 2;
const STRAY_GAP_CHARS = 10;

/** Maximum number of pairs of characters that are compared at once; longer texts are divided at passages that occur once in both. */
const CELLS_MAX = 4_000_000;
/** Length of the passages at which long texts are divided. */
const DIVIDER_CHARS = 2 * SEED_CHARS;
const DIVISIONS_MAX = 3;

export interface CharacterAlignment {
  /** For each character of the old text: the offset of the same character in the new text; -1 if it was deleted. */
  readonly counterparts: Int32Array;
  /** For each deleted character: the offset of an equal one that remained and may as well be this one; -1 if there is none. */
  readonly alternatives: Int32Array;
  /** For each deleted character: the offset of the one that was written in its stead, if equally many were; -1 otherwise. */
  readonly replacements: Int32Array;
  /** For each character that was found: 1 if another character could as well be this one. */
  readonly ambiguous: Uint8Array;
}

interface Part {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

const DIAGONAL = 0;
const DELETE = 1;
const INSERT = 2;
/** Flags in the same byte: the gap that ends here is longer than one character. */
const DELETE_CONTINUES = 4;
const INSERT_CONTINUES = 8;

/** Aligns parts of both texts (Gotoh 1982) and writes the equal characters to `counterparts`. */
const alignPart = (before: string, after: string, { oldFrom, oldTo, newFrom, newTo }: Part, counterparts: Int32Array): void => {
  const [rows, columns] = [oldTo - oldFrom, newTo - newFrom];
  if (rows === 0 || columns === 0) return;
  const width = columns + 1;
  const steps = new Uint8Array((rows + 1) * width);
  const units = new Uint16Array(columns);
  for (let j = 0; j < columns; j++) units[j] = after.charCodeAt(newFrom + j);
  let above = new Int32Array(width);
  let current = new Int32Array(width);
  const deleted = new Int32Array(width).fill(IMPOSSIBLE);
  for (let j = 1; j <= columns; j++) {
    above[j] = GAP_OPEN + j * GAP_EXTEND;
    steps[j] = INSERT | (j > 1 ? INSERT_CONTINUES : 0);
  }
  for (let i = 1; i <= rows; i++) {
    const unit = before.charCodeAt(oldFrom + i - 1);
    const match = PUNCTUATION.test(before[oldFrom + i - 1] ?? '') ? MATCH_PUNCTUATION : MATCH;
    current[0] = GAP_OPEN + i * GAP_EXTEND;
    steps[i * width] = DELETE | (i > 1 ? DELETE_CONTINUES : 0);
    let inserted = IMPOSSIBLE;
    for (let j = 1; j <= columns; j++) {
      let step = 0;
      const openInsert = (current[j - 1] ?? 0) + GAP_OPEN;
      if (inserted > openInsert) step |= INSERT_CONTINUES;
      inserted = Math.max(inserted, openInsert) + GAP_EXTEND;
      const openDelete = (above[j] ?? 0) + GAP_OPEN;
      const longerDelete = deleted[j] ?? 0;
      if (longerDelete > openDelete) step |= DELETE_CONTINUES;
      const removed = Math.max(longerDelete, openDelete) + GAP_EXTEND;
      deleted[j] = removed;
      let best = (above[j - 1] ?? 0) + (units[j - 1] === unit ? match : MISMATCH);
      let from = DIAGONAL;
      if (removed > best) [best, from] = [removed, DELETE];
      if (inserted > best) [best, from] = [inserted, INSERT];
      current[j] = best;
      steps[i * width + j] = step | from;
    }
    [above, current] = [current, above];
  }
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
    const step = steps[i * width + j] ?? 0;
    const from = step & 3;
    if (from === DIAGONAL) {
      i--;
      j--;
      if (before.charCodeAt(oldFrom + i) === units[j]) counterparts[oldFrom + i] = newFrom + j;
    } else if (from === DELETE) {
      while (i > 1 && ((steps[i * width + j] ?? 0) & DELETE_CONTINUES) !== 0) i--;
      i--;
    } else {
      while (j > 1 && ((steps[i * width + j] ?? 0) & INSERT_CONTINUES) !== 0) j--;
      j--;
    }
  }
};

/** Returns the offsets of the passages of `DIVIDER_CHARS` that occur once in the part; -1 for those that occur more often. */
const passagesOf = (text: string, from: number, to: number): Map<string, number> => {
  const passages = new Map<string, number>();
  for (let at = from; at + DIVIDER_CHARS <= to; at++) {
    const passage = text.slice(at, at + DIVIDER_CHARS);
    passages.set(passage, passages.has(passage) ? -1 : at);
  }
  return passages;
};

/** Returns the longest sequence of pairs that increases in both texts (patience sorting). */
const increasing = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, at]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const sequence: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) sequence.push(pair);
  }
  return sequence.toReversed();
};

/** Pairs the equal beginning and end of a part, and aligns or divides the rest. A rest that cannot be divided is not aligned. */
const alignWithin = (before: string, after: string, part: Part, counterparts: Int32Array, divisions: number): void => {
  let { oldFrom, oldTo, newFrom, newTo } = part;
  while (oldFrom < oldTo && newFrom < newTo && before.charCodeAt(oldFrom) === after.charCodeAt(newFrom))
    counterparts[oldFrom++] = newFrom++;
  while (oldFrom < oldTo && newFrom < newTo && before.charCodeAt(oldTo - 1) === after.charCodeAt(newTo - 1))
    counterparts[--oldTo] = --newTo;
  if ((oldTo - oldFrom) * (newTo - newFrom) <= CELLS_MAX) {
    alignPart(before, after, { oldFrom, oldTo, newFrom, newTo }, counterparts);
    return;
  }
  if (divisions === 0) return;
  const passages = passagesOf(after, newFrom, newTo);
  const pairs: [number, number][] = [];
  for (const [passage, at] of passagesOf(before, oldFrom, oldTo)) {
    const partner = at < 0 ? -1 : (passages.get(passage) ?? -1);
    if (partner >= 0) pairs.push([at, partner]);
  }
  const dividers = increasing(pairs);
  if (dividers.length === 0) return;
  for (const [oldAt, newAt] of dividers) {
    // Passages that overlap the one before belong to the same run of equal text.
    if (oldAt < oldFrom || newAt < newFrom) continue;
    alignWithin(before, after, { oldFrom, oldTo: oldAt, newFrom, newTo: newAt }, counterparts, divisions - 1);
    for (let by = 0; by < DIVIDER_CHARS; by++) counterparts[oldAt + by] = newAt + by;
    [oldFrom, newFrom] = [oldAt + DIVIDER_CHARS, newAt + DIVIDER_CHARS];
  }
  alignWithin(before, after, { oldFrom, oldTo, newFrom, newTo }, counterparts, divisions - 1);
};

/** Marks what is arbitrary around the characters `[from, to)` that were deleted between `at - 1` and `at` in the new text. */
const markDeletion = (before: string, result: CharacterAlignment, from: number, to: number, at: number): void => {
  const { counterparts, alternatives, ambiguous } = result;
  for (let by = 0; from + by < to && before[from + by] === before[to + by] && counterparts[to + by] === at + by; by++) {
    alternatives[from + by] = at + by;
    ambiguous[to + by] = 1;
  }
  for (let by = 1; to - by >= from && before[to - by] === before[from - by] && counterparts[from - by] === at - by; by++) {
    alternatives[to - by] = at - by;
    ambiguous[from - by] = 1;
  }
};

/** Marks what is arbitrary around the characters `[from, to)` that were inserted before the old character `at`. */
const markInsertion = (after: string, { counterparts, ambiguous }: CharacterAlignment, from: number, to: number, at: number): void => {
  for (let by = 0; from + by < to && after[from + by] === after[to + by] && counterparts[at + by] === to + by; by++) ambiguous[at + by] = 1;
  for (let by = 1; to - by >= from && after[to - by] === after[from - by] && counterparts[at - by] === from - by; by++)
    ambiguous[at - by] = 1;
};

/** Deletes from the result the few equal characters in the middle of text that was replaced: they are equal by chance. */
const dropStrays = (counterparts: Int32Array, newLength: number): void => {
  const { length } = counterparts;
  let gapBefore = 0;
  let next = 0;
  for (let at = 0; at < length; ) {
    if ((counterparts[at] ?? -1) < 0) {
      gapBefore++;
      at++;
      continue;
    }
    gapBefore += (counterparts[at] ?? 0) - next;
    let end = at + 1;
    while (end < length && counterparts[end] === (counterparts[end - 1] ?? 0) + 1) end++;
    next = (counterparts[end - 1] ?? 0) + 1;
    let oldEnd = end;
    while (oldEnd < length && (counterparts[oldEnd] ?? -1) < 0) oldEnd++;
    const gapAfter = oldEnd - end + (oldEnd === length ? newLength : (counterparts[oldEnd] ?? 0)) - next;
    if (end - at <= STRAY_CHARS && gapBefore >= STRAY_GAP_CHARS && gapAfter >= STRAY_GAP_CHARS) counterparts.fill(-1, at, end);
    gapBefore = 0;
    at = end;
  }
};

const SENTENCE_END = /[。！？；…”’」』）.!?;)]/;

/**
 * Of the equally good positions of inserted text chooses one after the end of a sentence: in `甲。乙。` the first `。` is the old one if `甲。`
 * was the old text.
 */
const moveInsertions = (after: string, counterparts: Int32Array): void => {
  let next = 0;
  let isAfterDeletion = false;
  for (let at = 0; at < counterparts.length; at++) {
    const counterpart = counterparts[at] ?? -1;
    if (counterpart < 0) {
      isAfterDeletion = true;
      continue;
    }
    const gap = counterpart - next;
    if (gap > 0 && !isAfterDeletion && at > 0) moveInsertion(after, counterparts, at, next, gap);
    next = (counterparts[at] ?? 0) + 1;
    isAfterDeletion = false;
  }
};

const moveInsertion = (after: string, counterparts: Int32Array, at: number, from: number, gap: number): void => {
  if (SENTENCE_END.test(after[from - 1] ?? '')) return;
  for (let by = 0; counterparts[at + by] === from + gap + by && after[from + by] === after[from + gap + by]; by++) {
    if (!SENTENCE_END.test(after[from + by] ?? '')) continue;
    for (let moved = 0; moved <= by; moved++) counterparts[at + moved] = from + moved;
    return;
  }
  for (let by = 1; counterparts[at - by] === from - by && after[from - by] === after[from + gap - by]; by++) {
    if (!SENTENCE_END.test(after[from - by - 1] ?? '。')) continue;
    for (let moved = 1; moved <= by; moved++) counterparts[at - moved] = from + gap - moved;
    return;
  }
};

/** Pairs the characters of two texts that are the same. Time and memory are limited: only `CELLS_MAX` pairs are compared at once. */
export const pairCharacters = (before: string, after: string): Int32Array => {
  const counterparts = new Int32Array(before.length).fill(-1);
  alignWithin(before, after, { oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length }, counterparts, DIVISIONS_MAX);
  dropStrays(counterparts, after.length);
  moveInsertions(after, counterparts);
  return counterparts;
};

/** Finds what is arbitrary in a result. */
export const judgeCounterparts = (before: string, after: string, counterparts: Int32Array): CharacterAlignment => {
  const { length } = before;
  const [alternatives, replacements] = [new Int32Array(length).fill(-1), new Int32Array(length).fill(-1)];
  const result = { counterparts, alternatives, replacements, ambiguous: new Uint8Array(length) };
  let next = 0;
  let deletedFrom = 0;
  for (let at = 0; at <= length; at++) {
    const counterpart = at === length ? after.length : (counterparts[at] ?? -1);
    if (counterpart < 0) continue;
    if (deletedFrom < at && counterpart === next) markDeletion(before, result, deletedFrom, at, next);
    if (counterpart - next === at - deletedFrom) for (let by = 0; by < at - deletedFrom; by++) replacements[deletedFrom + by] = next + by;
    if (deletedFrom === at && counterpart > next) markInsertion(after, result, next, counterpart, at);
    next = counterpart + 1;
    deletedFrom = at + 1;
  }
  // Which of several equal characters in a row remained is arbitrary.
  for (let at = 1; at < length; at++) {
    if (before[at] !== before[at - 1] || (counterparts[at] ?? -1) >= 0) continue;
    const other = Math.max(counterparts[at - 1] ?? -1, result.alternatives[at - 1] ?? -1);
    if (other >= 0 && result.alternatives[at] === -1) result.alternatives[at] = other;
  }
  for (let at = length - 2; at >= 0; at--) {
    if (before[at] !== before[at + 1] || (counterparts[at] ?? -1) >= 0) continue;
    const other = Math.max(counterparts[at + 1] ?? -1, result.alternatives[at + 1] ?? -1);
    if (other >= 0 && result.alternatives[at] === -1) result.alternatives[at] = other;
  }
  return result;
};
