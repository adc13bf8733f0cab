/** A hit of the search as a place in the book, with the words around it. */
import { LIMITS, type Locator, type MarkedText } from '@shufang/contract';
import { blockPointAt } from '../media/text-index/passages.ts';
import type { MatchingPassage } from './search-store.ts';

const CONTEXT_CHARS = 48;

/** Not inside a surrogate pair. */
const cutBefore = (text: string, at: number): number => (text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff ? at - 1 : at);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** `chars`: of the document the passage is in. `locked`: the context is cut so that at most 40 characters are shown (product.md §4.1, search). */
export const locatorOfHit = (
  passage: MatchingPassage,
  [start, end]: readonly [number, number],
  chars: number | undefined,
  locked: boolean,
): Locator => {
  const { text } = passage;
  const around = locked ? Math.max(0, Math.floor((LIMITS.lockedSnippetChars - (end - start)) / 2)) : CONTEXT_CHARS;
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
      highlight: text.slice(start, locked ? Math.min(end, start + LIMITS.lockedSnippetChars) : end).slice(0, 2_000),
      after: flat(text.slice(end, cutBefore(text, end + around))),
    },
  };
};

/** The same as one line with the hit marked. */
export const snippetOf = ({ text }: Locator): MarkedText => {
  const { before = '', highlight = '', after = '' } = text ?? {};
  return { text: before + highlight + after, marks: [[before.length, before.length + highlight.length]] };
};
