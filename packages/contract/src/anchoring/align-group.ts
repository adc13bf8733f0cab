/**
 * Aligns the texts of a group of blocks with the texts that it has in the new version: first blocks with the same id with each other, then
 * what remains. Pure.
 */
import { type CharacterAlignment, judgeCounterparts, pairCharacters } from './align-characters.ts';

/** Offsets in the old and in the new text of a group between which a block is that has the same id in both. */
export type TextPair = readonly [oldFrom: number, oldTo: number, newFrom: number, newTo: number];

/** Share of the shorter text of a block that must be equal; otherwise only the id is the same. */
const SAME_SHARE = 0.5;

/** Length of the passages by which text is found that changed its order. */
const REORDERED_CHARS = 4;

/** Pairs text that was deleted at one position and inserted at another one. */
const alignReordered = (before: string, after: string, counterparts: Int32Array): void => {
  const isTaken = new Uint8Array(after.length);
  for (const at of counterparts) if (at >= 0) isTaken[at] = 1;
  const isFree = (at: number): boolean => at >= 0 && at < after.length && isTaken[at] === 0;
  const passages = new Map<string, number>();
  for (let at = 0, free = 0; at < after.length; at++) {
    free = isFree(at) ? free + 1 : 0;
    if (free >= REORDERED_CHARS) passages.set(after.slice(at + 1 - REORDERED_CHARS, at + 1), at + 1 - REORDERED_CHARS);
  }
  if (passages.size === 0) return;
  for (let at = 0, deleted = 0; at < before.length; at++) {
    deleted = counterparts[at] === -1 ? deleted + 1 : 0;
    if (deleted < REORDERED_CHARS) continue;
    const found = passages.get(before.slice(at + 1 - REORDERED_CHARS, at + 1));
    if (found === undefined || !isFree(found)) continue;
    let [from, partner] = [at + 1 - REORDERED_CHARS, found];
    for (; from <= at || (isFree(partner) && counterparts[from] === -1 && before[from] === after[partner]); from++, partner++) {
      counterparts[from] = partner;
      isTaken[partner] = 1;
    }
    at = from - 1;
    deleted = 0;
  }
};

/** Aligns the texts of a group, which consist of the texts of its blocks. */
export const alignGroup = (before: string, after: string, pairs: readonly TextPair[]): CharacterAlignment => {
  const counterparts = new Int32Array(before.length).fill(-1);
  const isTaken = new Uint8Array(after.length);
  const take = (at: number, partner: number): void => {
    counterparts[at] = partner;
    isTaken[partner] = 1;
  };
  for (const [oldFrom, oldTo, newFrom, newTo] of pairs) {
    const paired = pairCharacters(before.slice(oldFrom, oldTo), after.slice(newFrom, newTo));
    const equal = paired.reduce((sum, at) => (at < 0 ? sum : sum + 1), 0);
    if (equal < SAME_SHARE * Math.min(oldTo - oldFrom, newTo - newFrom)) continue;
    for (const [at, partner] of paired.entries()) if (partner >= 0) take(oldFrom + at, newFrom + partner);
  }
  const offsetsWhere = (length: number, isFree: (at: number) => boolean): number[] =>
    Array.from({ length }, (_, at) => at).filter((at) => isFree(at));
  const olds = offsetsWhere(before.length, (at) => counterparts[at] === -1);
  const news = offsetsWhere(after.length, (at) => isTaken[at] === 0);
  const textOf = (text: string, offsets: readonly number[]): string => offsets.map((at) => text[at]).join('');
  for (const [at, partner] of pairCharacters(textOf(before, olds), textOf(after, news)).entries()) {
    if (partner >= 0) take(olds[at] ?? 0, news[partner] ?? 0);
  }
  alignReordered(before, after, counterparts);
  return judgeCounterparts(before, after, counterparts);
};
