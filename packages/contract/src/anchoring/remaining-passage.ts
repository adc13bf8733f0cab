/** Chooses what remains of a passage whose characters were followed from an earlier version into the new one. Pure. */
import { isTorn, type Match } from './align-quote.ts';
import type { Counterparts } from './align-versions.ts';
import type { AnchorText } from './anchor-text.ts';

/** A part of a passage that was found without an interruption. */
interface Piece {
  readonly first: number;
  last: number;
  chars: number;
  isSure: boolean;
  /** Indexes of its first and last character in the passage. */
  readonly from: number;
  to: number;
}

/** Number of characters at each end of a passage that belong to it although they were replaced: a corrected character. */
const REPLACED_CHARS = 3;

/** Text between two parts of a passage that is longer than this, or this many times as long as one of them, tears the passage. */
const GAP_CHARS = 3;
const GAP_FACTOR = 8;

/**
 * Returns the largest contiguous part of a passage whose characters were found; undefined if none was. `own` states which
 * characters the user selected: text that was inserted later counts only if nothing else remains.
 */
export const largestPiece = (
  source: AnchorText,
  { offsets, alternatives, replacements, isAmbiguous }: Counterparts,
  own: Int32Array | undefined,
): Match | undefined => {
  const piecesOf = (ats: readonly number[], isCounted: (index: number) => boolean): Piece[] => {
    const pieces: Piece[] = [];
    for (const [index, at] of ats.entries()) {
      if (at < 0 || !isCounted(index)) continue;
      const isSure = isAmbiguous[index] !== true;
      const piece = pieces.at(-1);
      if (piece !== undefined && at > piece.last && at - piece.last <= GAP_CHARS + 1 && !isTorn(source, piece.last + 1, at)) {
        piece.last = at;
        piece.to = index;
        piece.chars++;
        piece.isSure ||= isSure;
      } else pieces.push({ first: at, last: at, chars: 1, isSure, from: index, to: index });
    }
    return pieces;
  };
  let isSecondChoice = false;
  let pieces = piecesOf(offsets, (index) => own === undefined || (own[index] ?? -1) >= 0);
  if (pieces.length === 0) pieces = piecesOf(offsets, () => true);
  if (pieces.length === 0) {
    pieces = piecesOf(alternatives, () => true);
    isSecondChoice = true;
    if (pieces.reduce((sum, { chars }) => sum + chars, 0) * 2 < offsets.length) return undefined;
  }
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const gap = before === undefined ? 0 : piece.first - before.last - 1;
    if (
      before !== undefined &&
      gap >= 0 &&
      gap <= GAP_FACTOR * Math.min(before.chars, piece.chars) &&
      !isTorn(source, before.last + 1, piece.first)
    ) {
      before.last = piece.last;
      before.to = piece.to;
      before.chars += piece.chars;
      before.isSure ||= piece.isSure;
    } else joined.push(piece);
  }
  const [largest] = joined.sort((a, b) => b.chars - a.chars);
  if (largest === undefined) return undefined;
  const { chars, isSure } = largest;
  let { first, last } = largest;
  const isAt = (index: number, at: number): boolean => offsets[index] === at || replacements[index] === at;
  for (let by = 1; by <= REPLACED_CHARS && isAt(largest.from - by, first - 1); by++) first--;
  for (let by = 1; by <= REPLACED_CHARS && isAt(largest.to + by, last + 1); by++) last++;
  return {
    start: first,
    end: last + 1,
    score: 0,
    quoteChars: chars,
    contextChars: 0,
    adjacentChars: 0,
    isAmbiguous: isSecondChoice || !isSure,
  };
};

/** Returns the longest part of a deleted quote in the text that replaced it; undefined if no word of it occurs there. */
export const inReplacement = (source: AnchorText, { replacement }: Counterparts, quote: string): Match | undefined => {
  if (replacement === undefined) return undefined;
  const text = source.text.slice(replacement.from, replacement.to);
  for (let length = Math.min(quote.length, text.length); length > 0; length--) {
    for (let from = 0; from + length <= quote.length; from++) {
      const at = text.indexOf(quote.slice(from, from + length));
      if (at < 0) continue;
      const start = replacement.from + at;
      return { start, end: start + length, score: 0, quoteChars: length, contextChars: 0, adjacentChars: 0, isAmbiguous: true };
    }
  }
  return undefined;
};
