/** Aligns a quote and the text around it with a part of a text, and judges whether the result is the quote. Pure. */
import { alignText } from './align-text.ts';
import type { AnchorText } from './anchor-text.ts';

/** Share of the text around a quote that suffices to recognize it near its own block. */
const OWN_CONTEXT_SHARE = 0.33;
/** A quote with fewer equal characters than this must be next to equal characters: how many, by the number of characters of the quote. */
export const SHORT_CHARS = 5;
const ADJACENT_CHARS: readonly number[] = [8, 8, 6, 4];
const ADJACENT_CHARS_LEAST = 3;
/** Number of equal characters of a quote that suffices near its own block without any context. */
export const DISTINCTIVE_CHARS = 16;
/** Text between two parts of a passage that is longer than this, or contains an entire block, tears the passage in two. */
const TEAR_CHARS = 200;
const SLIDE_CHARS = 8;

export interface Sought {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

export interface Match {
  /** Offsets of the found passage in the anchor text. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Number of characters of the quote, and of the text around it, that were found unchanged. */
  readonly quoteChars: number;
  readonly contextChars: number;
  /** Number of equal characters directly before the found passage or, if these are more, directly after it. */
  readonly adjacentChars: number;
  /** Whether other text could as well be the passage. */
  readonly isAmbiguous?: boolean;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Text without the passage: its surroundings were found next to each other, so it was deleted. */
export const DELETED = 'deleted';

/** A part of the quote that was found without an interruption. */
interface Piece {
  readonly first: number;
  last: number;
  equal: number;
}

const containsBlock = (source: AnchorText, from: number, to: number): boolean => {
  const next = source.blockAt(from) + (source.blockStart(source.blockAt(from)) === from ? 0 : 1);
  return next < source.blockCount && source.blockStart(next + 1) <= to;
};

/**
 * Returns whether the text between two parts of a passage tears it in two. Which of several equal characters at its ends belong to the
 * passage is arbitrary, so every choice is examined.
 */
export const isTorn = (source: AnchorText, from: number, to: number): boolean => {
  if (to <= from) return false;
  if (to - from > TEAR_CHARS || containsBlock(source, from, to)) return true;
  const { text } = source;
  for (let by = 1; text[from - by] === text[to - by] && by <= SLIDE_CHARS; by++) if (containsBlock(source, from - by, to - by)) return true;
  for (let by = 0; text[from + by] === text[to + by] && by < SLIDE_CHARS; by++) {
    if (containsBlock(source, from + by + 1, to + by + 1)) return true;
  }
  return false;
};

/**
 * Returns whether what remains of a quote is as well the end of the text before it, or the beginning of the text after it, which was not
 * found: then the entire quote was deleted, and that text remains.
 */
const isOfContext = (remaining: string, { before, quote, after }: Sought, counterparts: Int32Array): boolean => {
  const { length } = remaining;
  const isMissing = (from: number): boolean => counterparts.subarray(from, from + length).every((at) => at < 0);
  if (quote.endsWith(remaining) && before.endsWith(remaining) && isMissing(before.length - length)) return true;
  return quote.startsWith(remaining) && after.startsWith(remaining) && isMissing(before.length + quote.length);
};

/** Returns for each character of a part of the text whether its block is not open. */
const closedIn = (source: AnchorText, from: number, to: number, isOpen: (block: number) => boolean): Uint8Array => {
  const closed = new Uint8Array(to - from);
  for (let block = source.blockAt(from); block < source.blockCount && source.blockStart(block) < to; block++) {
    if (isOpen(block)) continue;
    closed.fill(1, Math.max(0, source.blockStart(block) - from), Math.min(to, source.blockStart(block + 1)) - from);
  }
  return closed;
};

/** Aligns the quote and its context with a part of the text. Only blocks that are open can contain the quote. */
export const alignIn = (
  source: AnchorText,
  { from, to }: Range,
  { before, quote, after }: Sought,
  isOpen?: (block: number) => boolean,
): Match | typeof DELETED | undefined => {
  const pattern = before + quote + after;
  const part = source.text.slice(from, to);
  const quoteEnd = before.length + quote.length;
  const { score, counterparts } = alignText(pattern, part, {
    from: before.length,
    to: quoteEnd,
    closed: isOpen && closedIn(source, from, to, isOpen),
  });
  const pieces: Piece[] = [];
  let contextChars = 0;
  let lastBefore = -1;
  let firstAfter = -1;
  for (let i = 0; i < pattern.length; i++) {
    const at = counterparts[i] ?? -1;
    if (at < 0) continue;
    const isEqual = part[at] === pattern[i];
    if (i < before.length || i >= quoteEnd) {
      if (isEqual) contextChars++;
      if (i < before.length) lastBefore = at;
      else if (firstAfter < 0) firstAfter = at;
      continue;
    }
    const piece = pieces.at(-1);
    if (piece === undefined || isTorn(source, from + piece.last + 1, from + at)) {
      pieces.push({ first: at, last: at, equal: isEqual ? 1 : 0 });
    } else {
      piece.last = at;
      if (isEqual) piece.equal++;
    }
  }
  const [largest] = pieces.sort((a, b) => b.equal - a.equal);
  if (largest === undefined || largest.equal === 0) return lastBefore >= 0 && firstAfter >= 0 ? DELETED : undefined;
  const remaining = part.slice(largest.first, largest.last + 1);
  if (largest.equal * 2 < quote.length && isOfContext(remaining, { before, quote, after }, counterparts)) return DELETED;
  const contextAt = new Set<number>();
  for (let i = 0; i < pattern.length; i++) {
    const at = counterparts[i] ?? -1;
    if (at >= 0 && (i < before.length || i >= quoteEnd) && part[at] === pattern[i]) contextAt.add(at);
  }
  let charsBefore = 0;
  while (contextAt.has(largest.first - 1 - charsBefore)) charsBefore++;
  let charsAfter = 0;
  while (contextAt.has(largest.last + 1 + charsAfter)) charsAfter++;
  return {
    start: from + largest.first,
    end: from + largest.last + 1,
    score,
    quoteChars: largest.equal,
    contextChars,
    adjacentChars: Math.max(charsBefore, charsAfter),
  };
};

/** Returns whether a quote is next to text that was near it before: the fewer of its characters remain, the more text. */
export const isNextToContext = ({ quoteChars, contextChars, adjacentChars }: Match, { before, after }: Sought): boolean => {
  const needed = Math.min(ADJACENT_CHARS[quoteChars] ?? ADJACENT_CHARS_LEAST, Math.max(before.length, after.length));
  return adjacentChars * (contextChars * 2 >= before.length + after.length ? 2 : 1) >= needed;
};

/** Returns whether a match near the passage's own block is the passage, and not other text with some equal characters. */
export const isOwn = (match: Match, sought: Sought): boolean => {
  const { quoteChars, contextChars } = match;
  if (quoteChars >= DISTINCTIVE_CHARS) return true;
  if (contextChars < OWN_CONTEXT_SHARE * (sought.before.length + sought.after.length)) return false;
  return quoteChars >= SHORT_CHARS && quoteChars * 2 >= sought.quote.length ? true : isNextToContext(match, sought);
};

/**
 * Finds the best alignment of which the quote is a part. When the surroundings of the quote are no longer together, the quote is searched
 * with either side alone.
 */
export const alignQuote = (
  source: AnchorText,
  range: Range,
  sought: Sought,
  isOpen: ((block: number) => boolean) | undefined,
): Match | typeof DELETED | undefined => {
  const whole = alignIn(source, range, sought, isOpen);
  if (whole === DELETED || (whole !== undefined && isOwn(whole, sought))) return whole;
  let best: Match | undefined;
  for (const half of [
    { ...sought, after: '' },
    { ...sought, before: '' },
  ]) {
    const match = half.before + half.after === '' ? undefined : alignIn(source, range, half, isOpen);
    if (match !== undefined && match !== DELETED && isOwn(match, half) && (best === undefined || match.score > best.score)) best = match;
  }
  return best;
};

/** Returns whether a match is certainly the passage, although there may be others. */
export const isCertain = (match: Match, sought: Sought): boolean =>
  match.quoteChars * 2 >= sought.quote.length &&
  match.contextChars >= 0.6 * (sought.before.length + sought.after.length) &&
  (match.quoteChars >= SHORT_CHARS || isNextToContext(match, sought));

/** Returns whether a match is better than another: of a passage that was torn, the part with more characters. */
export const isBetter = (match: Match, than: Match): boolean => {
  const more = match.quoteChars - than.quoteChars;
  return Math.abs(more) >= SHORT_CHARS ? more > 0 : match.score > than.score;
};
