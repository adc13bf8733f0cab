/** The chapter whose title a book was found by, as a place in the book. */
import type { Locator, MarkedText } from '@shufang/contract';
import { findInText } from '../media/text-index/passages.ts';
import { findPinyin } from '../media/text-index/pinyin-terms.ts';
import type { ContentsEntry } from './searched-versions.ts';

export interface FoundChapter {
  readonly title: MarkedText;
  readonly locator: Locator;
  /** Of the document it is in, from 0. */
  readonly documentIndex: number;
}

const placeOf = ({ title, document, fragment, blockId }: ContentsEntry): Locator => ({
  href: document,
  title: title.slice(0, 300),
  locations: {
    ...(blockId === undefined ? {} : { block: { blockId, offset: 0 } }),
    ...(fragment === '' ? {} : { fragment: fragment.slice(0, 512) }),
  },
});

type Marks = FoundChapter['title']['marks'];

const present = (mark: Marks[number] | undefined): Marks => (mark === undefined ? [] : [mark]);

const firstChapter = (contents: readonly ContentsEntry[], marksIn: (title: string) => Marks): FoundChapter | undefined => {
  for (const entry of contents) {
    const marks = marksIn(entry.title);
    if (marks.length > 0) return { title: { text: entry.title, marks }, locator: placeOf(entry), documentIndex: entry.documentIndex };
  }
  return undefined;
};

/** The first entry of the contents, in reading order, that has the query in its title, or else is spelt so. */
export const findChapter = (contents: readonly ContentsEntry[], query: string): FoundChapter | undefined =>
  firstChapter(contents, (title) => findInText(title, query)) ?? firstChapter(contents, (title) => present(findPinyin(title, query, true)));
