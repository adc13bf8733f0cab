/** Converts matching formulas and resources to hits; a locked one shows as little as a locked passage (security.md §3). */
import { type HighlightedText, LIMITS, type Locator, type SearchHit } from '@shufang/contract';
import { findInText } from '@shufang/contract/find-in-passage';
import { previewOfText } from '@shufang/contract/hit-locator';
import type { MatchingExtra, MatchingFormula, MatchingResource } from './search-store.ts';

type ExtraLocation = Pick<SearchHit, 'chapter' | 'locator'>;

/** What determines how a match is shown. `locked`: whether it is in locked text. `chars`: number of characters of its document. */
export interface Shown {
  readonly chars: number | undefined;
  readonly locked: boolean;
}

/**
 * Returns the location of a match; for a locked one only its chapter, because an exact location would disclose the order of the text
 * around it.
 */
const locationOf = (extra: MatchingExtra, offset: number, { chars, locked }: Shown, highlight?: string): ExtraLocation => {
  const inChapter = { href: extra.href, title: extra.chapterTitle.slice(0, 300), locations: {} };
  if (locked) return { ...(extra.chapterTitle === '' ? {} : { chapter: extra.chapterTitle }), locator: inChapter };
  const locator: Locator = {
    ...inChapter,
    locations: {
      block: { blockId: extra.blockId, offset },
      ...(chars === undefined || chars === 0 ? {} : { progression: Math.min(1, extra.startChar / chars) }),
    },
    ...(highlight === undefined || highlight === '' ? {} : { text: { highlight } }),
  };
  return { ...(extra.chapterTitle === '' ? {} : { chapter: extra.chapterTitle }), locator };
};

/** Number of characters of a locked formula or caption shown if the query does not match its text. */
export const LOCKED_CHARS = 2 * LIMITS.lockedContextChars;

/**
 * Converts a formula for the API. A locked one is not rendered, and its locator has no text, because both would disclose more than the line
 * of TeX.
 */
export const viewFormula = (formula: MatchingFormula, shown: Shown): Pick<SearchHit, 'formula'> & ExtraLocation => {
  const { latex, drawing } = formula;
  const line = shown.locked ? latex.slice(0, LOCKED_CHARS).toWellFormed() : latex;
  return {
    ...locationOf(formula, formula.blockOffset, shown, shown.locked ? undefined : formula.blockText),
    formula: { latex: line, ...(shown.locked || drawing === null ? {} : { drawing }) },
  };
};

/** Maximum number of characters shown of the title of a locked chapter, around the first match range. Chapter titles are public. */
const CHAPTER_TITLE_CHARS = 40;

export const shortenTitle = ({ text: title, matchRanges: [first] }: HighlightedText): HighlightedText => {
  if (title.length <= CHAPTER_TITLE_CHARS) return { text: title, matchRanges: first === undefined ? [] : [first] };
  const start = Math.min(first?.[0] ?? 0, title.length - CHAPTER_TITLE_CHARS);
  const text = title.slice(start, start + CHAPTER_TITLE_CHARS).toWellFormed();
  return { text, matchRanges: first === undefined ? [] : [[first[0] - start, Math.min(text.length, first[1] - start)]] };
};

/** Returns the title of a resource with match ranges; for a locked resource only the part around the first range. */
const titleOf = (title: string, query: string, locked: boolean): HighlightedText => {
  const matchRanges = findInText(title, query, 1);
  const [first] = matchRanges;
  if (!locked) return { text: title, matchRanges };
  if (first === undefined) return { text: title.slice(0, LOCKED_CHARS).toWellFormed(), matchRanges };
  const { text, matchRanges: shown } = previewOfText({ text: title, formulas: [], chapterTitle: '' }, first, query);
  return { text, matchRanges: shown };
};

export const viewResource = (
  resource: MatchingResource,
  query: string,
  shown: Shown,
): Pick<SearchHit, 'resource' | 'snippet'> & ExtraLocation => ({
  ...locationOf(resource, 0, shown),
  resource: resource.kind,
  snippet: titleOf(resource.title, query, shown.locked),
});
