/** Converts a search hit to a locator with its context. */
import type { HighlightedText } from '../catalog/search-hit.ts';
import { LIMITS } from '../limits.ts';
import { toReadableText } from '../publication/formula-text.ts';
import type { Locator } from '../publication/locator.ts';
import { blockPointAt, type Passage } from './find-in-passage.ts';

/** A passage with its position in the book. */
export interface PassageOfBook extends Pick<Passage, 'text' | 'blockOffsets' | 'formulas'> {
  readonly href: string;
  readonly chapterTitle: string;
  readonly documentIndex: number;
  /** Offset of the first character of `text` in the text of the document, UTF-16 units. */
  readonly startChar: number;
}

const CONTEXT_CHARS = 48;
/** A word that is longer than this is cut, for example a long URL. */
const WORD_CHARS_MAX = 24;
const IN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Number}_]/u;

/** Moves an offset that is inside a surrogate pair before the pair. */
const cutBefore = (text: string, at: number): number => (text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff ? at - 1 : at);

const isWordAt = (text: string, at: number): boolean => IN_WORD.test(text[at] ?? '');
/** Returns whether there is a mark between two characters of a word: 3-2, 1.5, don’t. */
const isJoinAt = (text: string, at: number): boolean => /[-.'’]/.test(text[at] ?? '') && isWordAt(text, at - 1) && isWordAt(text, at + 1);
/** Returns whether a cut before this offset would divide a word. */
const dividesWord = (text: string, at: number): boolean =>
  (isWordAt(text, at - 1) && (isWordAt(text, at) || isJoinAt(text, at))) || (isWordAt(text, at) && isJoinAt(text, at - 1));

/** Moves the start of a context behind a word of letters or digits that it would cut, and behind white space. `end`: end of the context. */
const afterWord = (text: string, from: number, end: number): number => {
  let at = from;
  if (at > 0) while (at < end && at - from < WORD_CHARS_MAX && dividesWord(text, at)) at += 1;
  if (at - from === WORD_CHARS_MAX) return from;
  while (at > 0 && at < end && /\s/.test(text[at] ?? '')) at += 1;
  return at;
};

/** Moves the end of a context before a word of letters or digits that it would cut. `start`: start of the context. */
const beforeWord = (text: string, to: number, start: number): number => {
  let at = to;
  while (at > start && to - at < WORD_CHARS_MAX && dividesWord(text, at)) at -= 1;
  return to - at === WORD_CHARS_MAX ? to : at;
};

/** Returns where the text after the heading begins, if the passage begins with the title of its chapter, which a hit shows anyway. */
const bodyStartOf = ({ text, chapterTitle }: Pick<PassageOfBook, 'text' | 'chapterTitle'>): number => {
  const end = text.indexOf('\n');
  return end > 0 && flat(text.slice(0, end)).trim() === flat(chapterTitle).trim() ? end + 1 : 0;
};

/** Maximum length of a line that is taken for a heading. */
const HEADING_CHARS_MAX = 40;

/** Returns whether the line that ends at this line feed looks like a heading: short, and without a mark at its end. */
const isHeading = (text: string, lineEnd: number): boolean => {
  const line = text.slice(text.lastIndexOf('\n', lineEnd - 1) + 1, lineEnd).trimEnd();
  return line.length <= HEADING_CHARS_MAX && /[^\p{Punctuation}]$/u.test(line);
};

/** Returns the matches that are not in a heading: neither in that of the chapter nor in one before other text. */
export const bodyRangesOf = (
  passage: Pick<PassageOfBook, 'text' | 'chapterTitle'>,
  ranges: readonly (readonly [number, number])[],
): (readonly [number, number])[] => {
  const bodyStart = bodyStartOf(passage);
  return ranges.filter(([start]) => {
    const lineEnd = passage.text.indexOf('\n', start);
    return start >= bodyStart && (lineEnd < 0 || !isHeading(passage.text, lineEnd));
  });
};

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A text and its formulas, with offsets in it. */
type TextWithFormulas = Pick<PassageOfBook, 'text' | 'formulas'>;

/** Returns the texts before, in and after a match as people read them; undefined if there is no formula. */
const readableAround = ({ text, formulas }: TextWithFormulas, [start, end]: readonly [number, number], from: number, to: number) => {
  if (!formulas.some((formula) => formula.start < to && formula.end > from)) return undefined;
  const part = (partFrom: number, partTo: number): string => toReadableText(text, formulas, { from: partFrom, to: partTo }).text;
  return {
    before: flat(part(from, start)).slice(-500),
    highlight: flat(part(start, end)).slice(0, 2_000),
    after: flat(part(end, to)).slice(0, 500),
  };
};

/** Returns where the context before a match begins: at a word, and behind the heading that the hit shows anyway. */
const contextStart = (passage: Pick<PassageOfBook, 'text' | 'chapterTitle'>, start: number): number => {
  const bodyStart = bodyStartOf(passage);
  const from = Math.max(start < bodyStart ? 0 : bodyStart, start - CONTEXT_CHARS);
  return afterWord(passage.text, cutBefore(passage.text, from), start);
};

/** Returns where the context after a match ends: behind a word. */
const contextEnd = (text: string, end: number): number => beforeWord(text, cutBefore(text, end + CONTEXT_CHARS), end);

/**
 * Returns the locator of a hit in open text; the location of a hit in locked text is its chapter. `chars`: number of characters of the
 * document.
 */
export const locatorOfHit = (passage: PassageOfBook, [start, end]: readonly [number, number], chars: number | undefined): Locator => {
  const { text } = passage;
  const from = contextStart(passage, start);
  const to = contextEnd(text, end);
  const point = blockPointAt(passage, start);
  const readable = readableAround(passage, [start, end], from, to);
  return {
    href: passage.href,
    title: passage.chapterTitle.slice(0, 300),
    locations: {
      ...(point === undefined ? {} : { block: point }),
      ...(chars === undefined || chars === 0 ? {} : { progression: Math.min(1, (passage.startChar + start) / chars) }),
    },
    text: {
      before: flat(text.slice(from, start)),
      highlight: text.slice(start, end).slice(0, 2_000),
      after: flat(text.slice(end, to)),
      ...(readable === undefined ? {} : { readable }),
    },
  };
};

/** Length of a block that is shown alone, in UTF-16 units. */
const BLOCK_CHARS_MIN = 20;
/** Maximum number of matches in one snippet, so that it stays a few lines long. */
const MATCHES_MAX = 5;

/**
 * Returns the text around the first of these matches as one line. Matches that follow so closely that their contexts would repeat the text
 * are in the same snippet. `ranges`: matches in order.
 */
export const snippetOf = (passage: PassageOfBook, [first, ...others]: readonly (readonly [number, number])[]): HighlightedText => {
  if (first === undefined) return { text: '', matchRanges: [] };
  const { text, formulas } = passage;
  const shown = [first];
  for (const next of others) {
    const end = shown.at(-1)?.[1] ?? 0;
    if (shown.length === MATCHES_MAX || next[0] - end > CONTEXT_CHARS) break;
    shown.push(next);
  }
  const end = shown.at(-1)?.[1] ?? 0;
  const lineStart = text.lastIndexOf('\n', first[0] - 1) + 1;
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  // Neighboring blocks would look like parts of the sentence; they are shown beside a short block, unless they are headings before it.
  const isLong = lineEnd - lineStart >= BLOCK_CHARS_MIN;
  const to = isLong ? Math.min(lineEnd, contextEnd(text, end)) : contextEnd(text, end);
  const part = (partFrom: number, partTo: number): string => flat(toReadableText(text, formulas, { from: partFrom, to: partTo }).text);
  let line = '';
  const from = contextStart(passage, first[0]);
  let at = lineStart > from && (isLong || isHeading(text, lineStart - 1)) ? lineStart : from;
  const matchRanges: [number, number][] = [];
  for (const [matchStart, matchEnd] of shown) {
    line += part(at, matchStart);
    const start = line.length;
    line += part(matchStart, matchEnd).slice(0, 2_000);
    matchRanges.push([start, line.length]);
    at = matchEnd;
  }
  return { text: line + part(at, to), matchRanges };
};

/**
 * Returns the characters of locked text that may be shown around a hit, and the key by which they are counted. Of the hit itself at most
 * the length of the query is shown. The context begins and ends at words, and leaves out the heading that names the chapter. A formula at the
 * edge is left out: the rest of it would disclose more.
 */
export const previewOfText = (
  { text, formulas, chapterTitle }: TextWithFormulas & Pick<PassageOfBook, 'chapterTitle'>,
  [start, end]: readonly [number, number],
  query: string,
): HighlightedText & { readonly window: string } => {
  const bodyStart = bodyStartOf({ text, chapterTitle });
  const earliest = cutBefore(text, Math.max(start < bodyStart ? 0 : bodyStart, start - LIMITS.lockedContextChars));
  const until = cutBefore(text, Math.min(end, start + query.length));
  const latest = cutBefore(text, Math.min(text.length, until + LIMITS.lockedContextChars));
  const [wordStart, wordEnd] = [afterWord(text, earliest, start), beforeWord(text, latest, until)];
  // Where all of the context belongs to the word of the match, that word is cut.
  const from = dividesWord(text, wordStart) ? earliest : wordStart;
  const to = dividesWord(text, wordEnd) ? latest : wordEnd;
  const part = (partFrom: number, partTo: number): string =>
    flat(toReadableText(text, formulas, { from: partFrom, to: partTo, edges: 'omit' }).text);
  const before = part(start - from > LIMITS.lockedContextChars ? from + 2 : from, start);
  // A match contains formulas as a whole; of its readable text as much as the query is shown.
  const isInFormula = formulas.some((formula) => formula.start < until && formula.end >= until);
  const match = flat(toReadableText(text, formulas, { from: start, to: end }).text);
  const highlight = isInFormula ? match.slice(0, cutBefore(match, query.length)) : part(start, until);
  return {
    text: before + highlight + part(isInFormula ? end : until, to),
    matchRanges: [[before.length, before.length + highlight.length]],
    window: `${from}-${to}`,
  };
};
