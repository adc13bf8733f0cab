/** Finds a query inside a text as the search index would find it. Pure: runs in the server, and on devices that store a book. */
import { type FormulaInText, toReadableText } from '../publication/formula-text.ts';
import { type Folded, foldAt, foldText, lengthAt, type Unit } from './fold-text.ts';

/** A part of a document that is one row of the search index. */
export interface Passage {
  readonly text: string;
  readonly firstBlock: string;
  /** Block id and the offset of the block's first character in `text`; negative if the block began in an earlier passage. */
  readonly blockOffsets: readonly (readonly [id: string, offset: number])[];
  /** The formulas in `text`, in order. */
  readonly formulas: readonly FormulaInText[];
}

const unitsMatch = (text: readonly Unit[], query: readonly Unit[]): boolean => {
  for (let i = 0; i < query.length; i++) {
    const unit = text[i];
    const queryUnit = query[i];
    if (!unit || !queryUnit || unit.kind !== queryUnit.kind) return false;
    const isLast = i === query.length - 1;
    if (isLast && queryUnit.kind === 'word' ? !unit.text.startsWith(queryUnit.text) : unit.text !== queryUnit.text) return false;
    if (!isLast && unit.joined !== queryUnit.joined) return false;
  }
  return true;
};

/** Returns whether the query's first unit may begin here. Called for every character of a long text, so it checks only that character. */
const mayBegin = (text: string, at: number, { text: folded }: Folded, queryUnit: Unit): boolean =>
  queryUnit.kind === 'han'
    ? folded === queryUnit.text
    : folded.charCodeAt(0) === queryUnit.text.charCodeAt(0) ||
      // If a non-ASCII character follows, a match is possible: it may be a combining character that changes the letter before it.
      text.charCodeAt(at + lengthAt(text, at)) > 0x7f;

/** Returns whether one character is normalized to several hanzi (㍿): a phrase may begin inside it. */
const foldsToSeveral = ({ className, text }: Folded): boolean => className === 'han' && text.length > 1 && lengthAt(text, 0) < text.length;

/**
 * Searches all units of the text. This is slow; it is used if a character of the text is normalized to several hanzi, so that a match may
 * begin inside it.
 */
const findInUnits = (text: string, query: readonly Unit[], most: number): [number, number][] => {
  const units = foldText(text);
  const hits: [number, number][] = [];
  for (let at = 0; at + query.length <= units.length && hits.length < most; at++) {
    const found = units.slice(at, at + query.length);
    if (!unitsMatch(found, query)) continue;
    hits.push(rangeOf(found, query));
    at += query.length - 1;
  }
  return hits;
};

const rangeOf = (found: readonly Unit[], query: readonly Unit[]): [number, number] => {
  const [first, last, lastQueryUnit] = [found[0], found.at(-1), query.at(-1)];
  if (!first || !last) return [0, 0];
  const end =
    lastQueryUnit?.kind === 'word' && lastQueryUnit.text.length < last.text.length && last.end - last.start === last.text.length
      ? last.start + lastQueryUnit.text.length
      : last.end;
  return [first.start, end];
};

/**
 * Returns the first `most` matches of the query's phrase in a text, as the index would find them: `[start, end)` in UTF-16 units, in
 * order, without overlaps.
 */
export const findInText = (text: string, query: string, most = Number.POSITIVE_INFINITY): [number, number][] => {
  const queryUnits = foldText(query);
  const [first] = queryUnits;
  const hits: [number, number][] = [];
  if (first === undefined) return hits;
  let inWord = false;
  for (let at = 0; at < text.length && hits.length < most; ) {
    const folded = foldAt(text, at);
    if (foldsToSeveral(folded)) return findInUnits(text, queryUnits, most);
    const begins = folded.className === 'word' ? !inWord : folded.className === 'han';
    if (begins && folded.className === first.kind && mayBegin(text, at, folded, first)) {
      const found = foldText(text, at, queryUnits.length);
      if (unitsMatch(found, queryUnits)) {
        hits.push(rangeOf(found, queryUnits));
        at = found.at(-1)?.end ?? text.length;
        inWord = false;
        continue;
      }
    }
    if (folded.className !== 'invisible') inWord = folded.className === 'word';
    at += lengthAt(text, at);
  }
  return hits;
};

/**
 * Returns the first `most` matches of the query in a passage, as offsets of its text. Searched is the readable text, as the index has it; a
 * match in a formula is the whole formula.
 */
export const findInPassage = ({ text, formulas }: Pick<Passage, 'text' | 'formulas'>, query: string, most?: number): [number, number][] => {
  if (formulas.length === 0) return findInText(text, query, most);
  const readable = toReadableText(text, formulas);
  return findInText(readable.text, query, most).map((range) => readable.blockRange(...range));
};

/** Returns the block at an offset of a passage, with the offset inside that block. */
export const blockPointAt = (passage: Pick<Passage, 'blockOffsets'>, offset: number): { blockId: string; offset: number } | undefined => {
  let found: readonly [string, number] | undefined;
  for (const entry of passage.blockOffsets) if (entry[1] <= offset) found = entry;
  return found ? { blockId: found[0], offset: offset - found[1] } : undefined;
};
