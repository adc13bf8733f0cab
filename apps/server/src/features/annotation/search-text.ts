/**
 * Builds the text that search over one user's annotations compares. A user has thousands of annotations, not millions, so a substring
 * search over folded text is fast enough and finds everything. The folding is that of the catalog, so both searches accept the same
 * spellings; pinyin is handled in `filter-by-pinyin.ts`.
 */
import type { TextQuoteSelector } from '@shufang/contract';
import { foldLine } from '@shufang/contract/fold-text';
import { readableQuote } from '@shufang/contract/formula-text';

/** Returns the folded text of an annotation for search. */
export const searchTextOf = (annotation: {
  readonly body: string;
  readonly tags: readonly string[];
  readonly chapterTitle: string;
  readonly target: { readonly quote: TextQuoteSelector };
}): string =>
  foldLine([annotation.body, readableQuote(annotation.target.quote).exact, ...annotation.tags, annotation.chapterTitle].join('\n'));
