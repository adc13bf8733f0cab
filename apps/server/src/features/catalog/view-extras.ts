/** What a reader is shown of a found formula or resource. Of a locked one at most 40 characters (product.md §4.1, search). */
import { LIMITS, type Locator, type MarkedText, type SearchHit } from '@shufang/contract';
import { findInText } from '../media/text-index/passages.ts';
import type { MatchingExtra, MatchingFormula, MatchingResource } from './search-store.ts';

type Place = Pick<SearchHit, 'chapter' | 'locator'>;

/** `chars`: of the document it is in. */
export interface Shown {
  readonly chars: number | undefined;
  readonly locked: boolean;
}

const placeOf = (extra: MatchingExtra, offset: number, { chars }: Shown, highlight?: string): Place => {
  const locator: Locator = {
    href: extra.href,
    title: extra.chapterTitle.slice(0, 300),
    locations: {
      block: { blockId: extra.blockId, offset },
      ...(chars === undefined || chars === 0 ? {} : { progression: Math.min(1, extra.startChar / chars) }),
    },
    ...(highlight === undefined || highlight === '' ? {} : { text: { highlight } }),
  };
  return { ...(extra.chapterTitle === '' ? {} : { chapter: extra.chapterTitle }), locator };
};

/** Nothing of a locked formula is drawn, and its place keeps no words: both would tell more than the line of TeX does. */
export const viewFormula = (formula: MatchingFormula, shown: Shown): Pick<SearchHit, 'formula'> & Place => {
  const { latex, drawing } = formula;
  const line = shown.locked ? latex.slice(0, LIMITS.lockedSnippetChars).toWellFormed() : latex;
  return {
    ...placeOf(formula, formula.blockOffset, shown, shown.locked ? undefined : formula.blockText),
    formula: { latex: line, ...(shown.locked || drawing === null ? {} : { drawing }) },
  };
};

/** Of a locked title the part around the first mark, which alone stays. */
export const shortenMarked = ({ text: title, marks: [first] }: MarkedText): MarkedText => {
  if (title.length <= LIMITS.lockedSnippetChars) return { text: title, marks: first === undefined ? [] : [first] };
  const start = Math.min(first?.[0] ?? 0, title.length - LIMITS.lockedSnippetChars);
  const text = title.slice(start, start + LIMITS.lockedSnippetChars).toWellFormed();
  return { text, marks: first === undefined ? [] : [[first[0] - start, Math.min(text.length, first[1] - start)]] };
};

/** The title with what was typed marked; of a locked one the part around it. */
const titleOf = (title: string, query: string, locked: boolean): MarkedText => {
  const marked: MarkedText = { text: title, marks: findInText(title, query, 1) };
  return locked ? shortenMarked(marked) : marked;
};

export const viewResource = (resource: MatchingResource, query: string, shown: Shown): Pick<SearchHit, 'resource' | 'snippet'> & Place => ({
  ...placeOf(resource, 0, shown),
  resource: resource.kind,
  snippet: titleOf(resource.title, query, shown.locked),
});
