/**
 * Atoms: Latin words, formulas and surrogate pairs. A difference shows an atom as a whole, because a reader cannot compare parts of it.
 * Pure.
 */
import type { FormulaInText } from '@shufang/contract/formula-text';

/** Where each character of the old text is in the new one and the reverse; -1 if it is nowhere. White space does not count. */
export interface Correspondence {
  readonly toNew: Int32Array;
  readonly toOld: Int32Array;
}

interface TextWithFormulas {
  readonly text: string;
  readonly formulas?: readonly FormulaInText[];
}

const SPACE = /\s/;
const WORD = /[\p{Script=Latin}\p{Nd}\p{M}]{2,}|[\u{10000}-\u{10ffff}]/gu;

/** Returns the offsets of the characters of a text that are not white space. */
export const visibleOffsets = (text: string): number[] => {
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at++) if (!SPACE.test(text.charAt(at))) offsets.push(at);
  return offsets;
};

/** Returns the ranges of the atoms of a text, counted without white space. Formulas come last. */
const atomsOf = ({ text, formulas = [] }: TextWithFormulas): [number, number][] => {
  const ranges = [
    ...Array.from(text.matchAll(WORD), ({ 0: { length }, index }): [number, number] => [index, index + length]),
    ...formulas.map(({ start, end }): [number, number] => [Math.max(0, start), Math.min(end, text.length)]),
  ];
  if (ranges.length === 0) return [];
  const visible = visibleOffsets(text);
  const indexOf = (offset: number): number => {
    let [low, high] = [0, visible.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((visible[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ranges.map(([start, end]) => [indexOf(start), indexOf(end)]);
};

/** Separates the characters `[from, to)` from their counterparts unless all of them are together there. Returns whether it did. */
const breakUnlessWhole = (from: number, to: number, there: Int32Array, back: Int32Array): boolean => {
  const start = there[from] ?? -1;
  let isWhole = start >= 0;
  let isAny = false;
  for (let at = from; at < to; at++) {
    if (there[at] !== -1) isAny = true;
    if (there[at] !== start + at - from) isWhole = false;
  }
  if (isWhole || !isAny) return false;
  for (let at = from; at < to; at++) {
    const partner = there[at] ?? -1;
    if (partner >= 0) back[partner] = -1;
    there[at] = -1;
  }
  return true;
};

/** Number of times that both texts are examined: an atom that is separated may leave a part of another one. */
const PASSES = 3;

/** Separates atoms that differ in part from the text that they correspond to. `starts`: offset of each block without white space. */
export const breakAtoms = (
  before: readonly TextWithFormulas[],
  beforeStarts: Int32Array,
  after: readonly TextWithFormulas[],
  afterStarts: Int32Array,
  { toNew, toOld }: Correspondence,
): void => {
  const breakIn = (blocks: readonly TextWithFormulas[], starts: Int32Array, there: Int32Array, back: Int32Array): boolean => {
    let hasChanged = false;
    for (const [index, block] of blocks.entries()) {
      const start = starts[index] ?? 0;
      const end = starts[index + 1] ?? start;
      if (!isDifferent(there, start, end)) continue;
      for (const [from, to] of atomsOf(block)) if (to > from && breakUnlessWhole(start + from, start + to, there, back)) hasChanged = true;
    }
    return hasChanged;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const changedOld = breakIn(before, beforeStarts, toNew, toOld);
    const changedNew = breakIn(after, afterStarts, toOld, toNew);
    if (!changedOld && !changedNew) return;
  }
};

/** Returns whether the characters `[start, end)` are not all together in the other text. */
const isDifferent = (there: Int32Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (there[at] === -1 || (at > start && there[at] !== (there[at - 1] ?? 0) + 1)) return true;
  return false;
};
