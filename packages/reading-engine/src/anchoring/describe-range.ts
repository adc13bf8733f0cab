/** Describes a DOM range as an annotation target: blocks with offsets, the quote with context, the position in the document, a CFI. */
import type { AnnotationTarget } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import { formulasOf } from '../locator/formula-notation.ts';
import type { TextIndex } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { writeCfiRange } from './cfi.ts';

/** Maximum length of `exact` in the contract's quote selector; the other selectors still cover the whole passage. */
const quoteLengthMax = 20_000;

/** Returns the part of the text between two offsets, without halves of surrogate pairs at its ends: the server rejects them. */
const cut = (text: string, from: number, to: number): string => text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

export interface DescribeInput {
  range: Range;
  index: TextIndex;
  spine: SpineSegment;
}

/**
 * Returns the target of a range; undefined when the range contains no text of the book. A collapsed range is the position of a bookmark.
 */
export const describeRange = ({ range, index, spine }: DescribeInput): AnnotationTarget | undefined => {
  const start = index.pointAt(range.startContainer, range.startOffset);
  const end = index.pointAt(range.endContainer, range.endOffset);
  if (!start || !end) return undefined;
  const from = index.charOf(start) ?? 0;
  const to = Math.max(from, index.charOf(end) ?? from);
  const { startChar } = spine.segment;
  const clean = index.rangeOf(from, to) ?? range;
  const formulas = formulasOf(index, from - LIMITS.quoteContextChars, to + LIMITS.quoteContextChars, from).slice(0, LIMITS.quoteFormulas);
  return {
    href: spine.item.href,
    blocks: { start, end },
    quote: {
      exact: cut(index.text, from, Math.min(to, from + quoteLengthMax)),
      prefix: cut(index.text, Math.max(0, from - LIMITS.quoteContextChars), from),
      suffix: cut(index.text, to, to + LIMITS.quoteContextChars),
      ...(formulas.length === 0 ? {} : { formulas }),
    },
    position: { start: startChar + from, end: startChar + to },
    cfi: writeCfiRange(clean, spine.itemIndex),
  };
};
