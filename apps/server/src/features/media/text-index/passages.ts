/** Runs of blocks short enough for one row of the search index, and finding a query inside such a text. */
import { type Folded, foldAt, foldText, lengthAt, type Unit } from './fold-text.ts';

/** server-stack.md §4: passages, never whole chapters. */
export const PASSAGE_CHARS_MAX = 2_000;
const PASSAGE_CHARS_MIN = 600;

export interface PassageBlock {
  readonly id: string;
  readonly text: string;
  /** A heading starts a passage once the one before is long enough. */
  readonly heading?: boolean;
}

export interface Passage {
  readonly text: string;
  readonly firstBlock: string;
  /** Block id and the offset of the block's first character in `text`: negative when the block began in an earlier passage. */
  readonly blockOffsets: readonly (readonly [id: string, offset: number])[];
}

/** Line breaks inside a block are only white space; here a line feed stands between blocks. One unit for one, so offsets hold. */
const flatten = (value: string): string => value.replace(/[\n\r\t\f\v]/g, ' ');

const PAUSE = /[。!?\uff01\uff1f;\uff1b,\uff0c、\s]/;
/** A place to cut a long text at or before `to`: after a pause if one is near, never inside a surrogate pair. */
const cutPlace = (value: string, from: number, to: number): number => {
  for (let at = to; at > Math.max(from, to - 400); at--) if (PAUSE.test(value[at - 1] ?? '')) return at;
  const code = value.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff ? to - 1 : to;
};

/** Blocks of one document, in order, as passages of at most 2,000 characters. Blocks without text are left out. */
export const makePassages = (blocks: readonly PassageBlock[]): Passage[] => {
  const passages: Passage[] = [];
  let text = '';
  let offsets: [string, number][] = [];
  const close = (): void => {
    const [first] = offsets;
    if (first) passages.push({ text, firstBlock: first[0], blockOffsets: offsets });
    text = '';
    offsets = [];
  };
  for (const block of blocks) {
    if (!/\S/.test(block.text)) continue;
    const flat = flatten(block.text);
    const full = text.length + 1 + flat.length > PASSAGE_CHARS_MAX;
    if (offsets.length > 0 && (full || (block.heading === true && text.length >= PASSAGE_CHARS_MIN))) close();
    let from = 0;
    while (flat.length - from > PASSAGE_CHARS_MAX) {
      const place = cutPlace(flat, from, from + PASSAGE_CHARS_MAX);
      text = flat.slice(from, place);
      offsets = [[block.id, 0 - from]];
      close();
      from = place;
    }
    if (offsets.length > 0) text += '\n';
    offsets.push([block.id, text.length - from]);
    text += flat.slice(from);
  }
  close();
  return passages;
};

const unitsMatch = (text: readonly Unit[], query: readonly Unit[]): boolean => {
  for (let i = 0; i < query.length; i++) {
    const here = text[i];
    const wanted = query[i];
    if (!here || !wanted || here.kind !== wanted.kind) return false;
    const isLast = i === query.length - 1;
    if (isLast && wanted.kind === 'word' ? !here.text.startsWith(wanted.text) : here.text !== wanted.text) return false;
    if (!isLast && here.joined !== wanted.joined) return false;
  }
  return true;
};

/** Whether the query's first unit may begin here: asked of every character of a long text, so it looks at that one alone. */
const mayBegin = (text: string, at: number, { text: folded }: Folded, wanted: Unit): boolean =>
  wanted.kind === 'han'
    ? folded === wanted.text
    : folded.charCodeAt(0) === wanted.text.charCodeAt(0) ||
      // A mark that follows may make another letter of it.
      text.charCodeAt(at + lengthAt(text, at)) > 0x7f;

/** One character that stands for several hanzi (㍿): a phrase may begin in its midst. */
const standsForMany = ({ className, text }: Folded): boolean => className === 'han' && text.length > 1 && lengthAt(text, 0) < text.length;

/** The slow way, through the units of the whole text. */
const findInUnits = (text: string, wanted: readonly Unit[], most: number): [number, number][] => {
  const units = foldText(text);
  const hits: [number, number][] = [];
  for (let at = 0; at + wanted.length <= units.length && hits.length < most; at++) {
    const found = units.slice(at, at + wanted.length);
    if (!unitsMatch(found, wanted)) continue;
    hits.push(placeOf(found, wanted));
    at += wanted.length - 1;
  }
  return hits;
};

const placeOf = (found: readonly Unit[], wanted: readonly Unit[]): [number, number] => {
  const [first, last, lastWanted] = [found[0], found.at(-1), wanted.at(-1)];
  if (!first || !last) return [0, 0];
  const end =
    lastWanted?.kind === 'word' && lastWanted.text.length < last.text.length && last.end - last.start === last.text.length
      ? last.start + lastWanted.text.length
      : last.end;
  return [first.start, end];
};

/**
 * The first `most` places of the query's phrase in a text, as the index would find it: `[start, end)` in UTF-16 units, in order, not
 * overlapping.
 */
export const findInText = (text: string, query: string, most = Number.POSITIVE_INFINITY): [number, number][] => {
  const wanted = foldText(query);
  const [first] = wanted;
  const hits: [number, number][] = [];
  if (first === undefined) return hits;
  let inWord = false;
  for (let at = 0; at < text.length && hits.length < most; ) {
    const folded = foldAt(text, at);
    if (standsForMany(folded)) return findInUnits(text, wanted, most);
    const begins = folded.className === 'word' ? !inWord : folded.className === 'han';
    if (begins && folded.className === first.kind && mayBegin(text, at, folded, first)) {
      const found = foldText(text, at, wanted.length);
      if (unitsMatch(found, wanted)) {
        hits.push(placeOf(found, wanted));
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

/** The block a place of a passage is in, with the offset inside that block. */
export const blockPointAt = (passage: Pick<Passage, 'blockOffsets'>, offset: number): { blockId: string; offset: number } | undefined => {
  let found: readonly [string, number] | undefined;
  for (const entry of passage.blockOffsets) if (entry[1] <= offset) found = entry;
  return found ? { blockId: found[0], offset: offset - found[1] } : undefined;
};
