/** A DOM range as a target that can be found again: blocks with offsets, the quote with context, the position in the document, a CFI. */
import type { AnnotationTarget } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import type { TextIndex } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { writeCfiRange } from './cfi.ts';

/** `exact` of the contract's quote selector ends here; the other selectors still hold the whole passage. */
const longestQuote = 20_000;

export interface DescribeInput {
  range: Range;
  index: TextIndex;
  spine: SpineSegment;
}

/** Undefined when the range touches no text of the book. The range may be collapsed: a bookmark's place. */
export const describeRange = ({ range, index, spine }: DescribeInput): AnnotationTarget | undefined => {
  const start = index.pointAt(range.startContainer, range.startOffset);
  const end = range.collapsed ? start : index.pointAt(range.endContainer, range.endOffset);
  if (!start || !end) return undefined;
  const from = index.charOf(start) ?? 0;
  const to = Math.max(from, index.charOf(end) ?? from);
  const { startChar } = spine.segment;
  const clean = index.rangeOf(from, to) ?? range;
  return {
    href: spine.item.href,
    blocks: { start, end: to === from ? start : end },
    quote: {
      exact: index.text.slice(from, to).slice(0, longestQuote),
      prefix: index.text.slice(Math.max(0, from - LIMITS.quoteContextChars), from),
      suffix: index.text.slice(to, to + LIMITS.quoteContextChars),
    },
    position: { start: startChar + from, end: startChar + to },
    cfi: writeCfiRange(clean, spine.itemIndex),
  };
};
