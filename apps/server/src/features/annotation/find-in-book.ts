/** Finds quotes of imported annotations in all documents of a book that the user may read. Pure functions. */
import type { AnchorState, AnnotationTarget } from '@shufang/contract';
import { createAnchorText, createPassageFinder, type FoundPassage, withoutSpace } from '@shufang/contract/anchoring';
import type { BlockOfVersion } from '../publication/versions/version-text.ts';
import { createRetargeter } from './reanchor/retarget.ts';

export interface OpenDocument {
  readonly href: string;
  /** Number of characters of the publication before this document, and of the whole publication. */
  readonly charsBefore: number;
  readonly charsTotal: number;
  readonly blocks: readonly BlockOfVersion[];
}

export interface BookQuote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Title of the chapter, if the file names it: it decides between equal passages. */
  readonly chapterTitle: string;
}

export interface FoundInBook {
  /** `exact`: the text occurs once, or once in its chapter. `fuzzy`: it has changed, or occurs several times. */
  readonly anchor: Extract<AnchorState, 'exact' | 'fuzzy'>;
  readonly target: AnnotationTarget;
  readonly chapterTitle: string;
  readonly totalProgression: number;
}

/** A quote shorter than this that occurs several times is not located: the choice would be a guess. */
const GUESS_CHARS_MIN = 6;
/** Occurrences of one quote that are examined. */
const OCCURRENCES_MAX = 200;

/** No block is known to be of an earlier version, so that a changed passage can be in each of them. */
const FOREIGN_VERSION = { isOld: (): boolean => false };

/** Prepares the search. The returned function returns undefined for a quote whose text is not in the documents. */
export const createBookFinder = (documents: readonly OpenDocument[]): ((quote: BookQuote) => FoundInBook | undefined) => {
  // Ids that blocks had in earlier versions do not matter here, and would exclude the blocks from the search for changed passages.
  const blocks = documents.flatMap(({ blocks: blocksOfDocument, ...document }) =>
    blocksOfDocument.map((block) => ({ ...block, formerIds: [], href: document.href, document })),
  );
  const blockById = new Map(blocks.map((block) => [block.id, block]));
  const finder = createPassageFinder(blocks);
  const retarget = createRetargeter(blocks);
  const source = createAnchorText(blocks);
  const { text: bookText } = source;

  /** Returns the offsets of all occurrences, at most `OCCURRENCES_MAX`. */
  const occurrencesOf = (text: string): number[] => {
    const offsets: number[] = [];
    for (let at = bookText.indexOf(text); at >= 0 && offsets.length < OCCURRENCES_MAX; at = bookText.indexOf(text, at + 1))
      offsets.push(at);
    return offsets;
  };
  const contextAt = (offset: number, size: number, before: string, after: string): number => {
    let equal = 0;
    for (let i = 1; i <= before.length && bookText[offset - i] === before[before.length - i]; i++) equal += 1;
    for (let i = 0; i < after.length && bookText[offset + size + i] === after[i]; i++) equal += 1;
    return equal;
  };

  /** Chooses one of several equal passages, by the text around it and by the chapter. `isSure`: whether nothing equals it. */
  const choose = (
    offsets: readonly number[],
    text: string,
    quote: BookQuote,
  ): { readonly at: number; readonly isSure: boolean } | undefined => {
    const [first] = offsets;
    if (first === undefined || offsets.length === 1) return first === undefined ? undefined : { at: first, isSure: true };
    const [before, after, chapter] = [withoutSpace(quote.prefix), withoutSpace(quote.suffix), withoutSpace(quote.chapterTitle)];
    const rated = offsets.map((at) => {
      const title = withoutSpace(blocks[source.blockAt(at)]?.chapterTitle ?? '');
      const isInChapter = chapter !== '' && title !== '' && (title.includes(chapter) || chapter.includes(title));
      return { at, rating: 2 * contextAt(at, text.length, before, after) + (isInChapter ? 1 : 0) };
    });
    const best = Math.max(...rated.map(({ rating }) => rating));
    const those = rated.filter(({ rating }) => rating === best);
    const at = those[0]?.at ?? first;
    if (those.length === 1 && offsets.length < OCCURRENCES_MAX) return { at, isSure: true };
    return text.length < GUESS_CHARS_MIN ? undefined : { at, isSure: false };
  };

  const targetOf = (quote: BookQuote, found: FoundPassage, anchor: FoundInBook['anchor']): FoundInBook | undefined => {
    const block = blockById.get(found.start.blockId);
    const { exact, prefix, suffix } = quote;
    const before = { href: '', blocks: found, quote: { exact, prefix, suffix }, position: { start: 0, end: 0 }, cfi: '' };
    const target = retarget(before, found);
    if (block === undefined || target === undefined) return undefined;
    const { charsBefore, charsTotal } = block.document;
    return {
      anchor,
      target,
      chapterTitle: block.chapterTitle.slice(0, 300),
      totalProgression: charsTotal === 0 ? 0 : Math.min(1, (charsBefore + target.position.start) / charsTotal),
    };
  };

  return (quote) => {
    const text = withoutSpace(quote.exact);
    if (text === '') return undefined;
    const offsets = occurrencesOf(text);
    if (offsets.length > 0) {
      const chosen = choose(offsets, text, quote);
      const start = chosen && source.pointBefore(chosen.at);
      const end = chosen && source.pointAfter(chosen.at + text.length);
      if (chosen === undefined || start === undefined || end === undefined) return undefined;
      return targetOf(quote, { state: 'exact', start, end }, chosen.isSure ? 'exact' : 'fuzzy');
    }
    const { exact, prefix, suffix } = quote;
    const found = finder.find({ quote: { exact, prefix, suffix } }, FOREIGN_VERSION);
    return found && targetOf(quote, found, 'fuzzy');
  };
};
