/** Removes the marks of footnotes from a quote, for citations: they refer to notes that the reader of the citation does not see. */
import type { TextQuoteSelector } from '@shufang/contract';
import { isNoteLink } from '../input/follow-link.ts';
import type { TextIndex } from '../locator/text-index.ts';

type Span = readonly [start: number, end: number];

/** Returns the marks of footnotes in a range, as offsets from its start, in order. */
export const noteReferencesIn = (range: Range, index: TextIndex): Span[] => {
  const root = range.commonAncestorContainer;
  const anchors = root.nodeType === Node.ELEMENT_NODE ? (root as Element).querySelectorAll('a[href]') : [];
  const charOf = (node: Node, offset: number): number => {
    const point = index.pointAt(node, offset);
    return (point && index.charOf(point)) ?? 0;
  };
  const [from, to] = [charOf(range.startContainer, range.startOffset), charOf(range.endContainer, range.endOffset)];
  return Array.from(anchors)
    .filter((anchor) => range.intersectsNode(anchor) && isNoteLink(anchor))
    .map((anchor): Span => [Math.max(from, charOf(anchor, 0)) - from, Math.min(to, charOf(anchor, anchor.childNodes.length)) - from])
    .filter(([start, end]) => start < end);
};

/** Returns the quote without these spans of its text; its formulas move with the text. */
export const withoutSpans = (quote: TextQuoteSelector, spans: readonly Span[]): TextQuoteSelector => {
  let { exact, formulas = [] } = quote;
  for (const [start, end] of spans.toReversed()) {
    exact = exact.slice(0, start) + exact.slice(end);
    formulas = formulas.map((formula) =>
      formula.start < end ? formula : { ...formula, start: formula.start - (end - start), end: formula.end - (end - start) },
    );
  }
  return { ...quote, exact, formulas };
};
