/** Finds the chapter whose title matches a query, and returns its location in the book. */
import type { HighlightedText, Locator } from '@shufang/contract';
import { findInText } from '@shufang/contract/find-in-passage';
import { findPinyin } from '../../publication/text-index/pinyin-terms.ts';
import type { ContentsEntry } from './searched-versions.ts';

export interface FoundChapter {
  readonly title: HighlightedText;
  readonly locator: Locator;
  /** Index of the chapter's document in the reading order, from 0. */
  readonly documentIndex: number;
}

const locationOf = ({ title, document, fragment, blockId }: ContentsEntry): Locator => ({
  href: document,
  title: title.slice(0, 300),
  locations: {
    ...(blockId === undefined ? {} : { block: { blockId, offset: 0 } }),
    ...(fragment === '' ? {} : { fragment: fragment.slice(0, 512) }),
  },
});

type MatchRanges = FoundChapter['title']['matchRanges'];

const present = (matchRange: MatchRanges[number] | undefined): MatchRanges => (matchRange === undefined ? [] : [matchRange]);

const firstChapter = (contents: readonly ContentsEntry[], matchRangesIn: (title: string) => MatchRanges): FoundChapter | undefined => {
  for (const entry of contents) {
    const matchRanges = matchRangesIn(entry.title);
    if (matchRanges.length > 0)
      return { title: { text: entry.title, matchRanges }, locator: locationOf(entry), documentIndex: entry.documentIndex };
  }
  return undefined;
};

/** Returns the first chapter in reading order whose title contains the query; if there is none, the first whose title matches by pinyin. */
export const findChapter = (contents: readonly ContentsEntry[], query: string): FoundChapter | undefined =>
  firstChapter(contents, (title) => findInText(title, query)) ?? firstChapter(contents, (title) => present(findPinyin(title, query, true)));
