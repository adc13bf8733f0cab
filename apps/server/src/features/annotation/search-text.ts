/**
 * What the text search over one person's marks compares. A person has thousands of marks, not millions, so a plain substring search
 * over folded text is quick enough and finds everything; the folding is the catalogue's, so both searches take the same spellings, and
 * letters may be pinyin (`find-spelt-marks.ts`).
 */
import { foldLine } from '../media/text-index/fold-text.ts';

/** The folded text of a mark that a search looks through. */
export const searchTextOf = (mark: {
  readonly body: string;
  readonly tags: readonly string[];
  readonly chapterTitle: string;
  readonly target: { readonly quote: { readonly exact: string } };
}): string => foldLine([mark.body, mark.target.quote.exact, ...mark.tags, mark.chapterTitle].join('\n'));
