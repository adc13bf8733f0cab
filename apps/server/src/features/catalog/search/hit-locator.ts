/** Converts a search hit to a locator with its context. */
import { type HighlightedText, LIMITS, type Locator } from '@shufang/contract';
import { blockPointAt } from '../../publication/text-index/passages.ts';
import type { MatchingPassage } from './search-store.ts';

const CONTEXT_CHARS = 48;

/** Moves an offset that is inside a surrogate pair before the pair. */
const cutBefore = (text: string, at: number): number => (text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff ? at - 1 : at);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/**
 * Returns the locator of a hit in open text; the location of a hit in locked text is its chapter. `chars`: number of characters of the
 * document.
 */
export const locatorOfHit = (passage: MatchingPassage, [start, end]: readonly [number, number], chars: number | undefined): Locator => {
  const { text } = passage;
  const around = CONTEXT_CHARS;
  const point = blockPointAt(passage, start);
  return {
    href: passage.href,
    title: passage.chapterTitle.slice(0, 300),
    locations: {
      ...(point === undefined ? {} : { block: point }),
      ...(chars === undefined || chars === 0 ? {} : { progression: Math.min(1, (passage.startChar + start) / chars) }),
    },
    text: {
      before: flat(text.slice(cutBefore(text, Math.max(0, start - around)), start)),
      highlight: text.slice(start, end).slice(0, 2_000),
      after: flat(text.slice(end, cutBefore(text, end + around))),
    },
  };
};

/** Returns the text of a locator as one line with the match range. */
export const snippetOf = ({ text }: Locator): HighlightedText => {
  const { before = '', highlight = '', after = '' } = text ?? {};
  return { text: before + highlight + after, matchRanges: [[before.length, before.length + highlight.length]] };
};

/**
 * Returns the characters of locked text that may be shown around a hit, and the key by which they are counted. Of the hit itself at most
 * the length of the query is shown.
 */
export const previewOfText = (
  text: string,
  [start, end]: readonly [number, number],
  query: string,
): HighlightedText & { readonly window: string } => {
  const from = cutBefore(text, Math.max(0, start - LIMITS.lockedContextChars));
  const until = cutBefore(text, Math.min(end, start + query.length));
  const to = cutBefore(text, Math.min(text.length, until + LIMITS.lockedContextChars));
  const before = flat(text.slice(start - from > LIMITS.lockedContextChars ? from + 2 : from, start));
  const highlight = flat(text.slice(start, until));
  return {
    text: before + highlight + flat(text.slice(until, to)),
    matchRanges: [[before.length, before.length + highlight.length]],
    window: `${from}-${to}`,
  };
};
