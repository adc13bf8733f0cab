/** Cuts the part of the reading order that a reader needs first: the documents around a position. Pure. */
import type { Locator, PublicationManifest, ReadingOrderPart } from '@shufang/contract';

/** Number of documents before and after the position: a page can be turned before the whole reading order has arrived. */
const DOCUMENTS_BEFORE = 2;
const DOCUMENTS_AFTER = 4;
/** Maximum number of segments of the documents around the position together; a document of a large book may have hundreds. */
const NEIGHBOR_SEGMENTS_MAX = 40;

type ReadingOrder = PublicationManifest['readingOrder'];

/** Returns the index of the document that contains the progression, 0 to 1 of the characters of the publication. */
const documentAt = (readingOrder: ReadingOrder, totalProgression: number): number => {
  const total = readingOrder.reduce((sum, { chars }) => sum + chars, 0);
  let before = 0;
  const index = readingOrder.findIndex(({ chars }) => {
    before += chars;
    return before > totalProgression * total;
  });
  // No text follows the end of the publication.
  return index === -1 ? readingOrder.length - 1 : index;
};

/** Returns the index of the document of a position; -1 if it is not in the reading order. */
const documentOf = (readingOrder: ReadingOrder, { href, locations }: Locator): number => {
  const path = href.split('#', 1)[0];
  const index = readingOrder.findIndex((item) => item.href === path || item.segments.some((segment) => segment.href === path));
  return index === -1 && locations.totalProgression !== undefined ? documentAt(readingOrder, locations.totalProgression) : index;
};

/** Returns the documents around the first of `positions` that is in the book, or else around the first open document. */
export const readingOrderPartOf = (
  readingOrder: ReadingOrder,
  open: readonly boolean[],
  positions: readonly (Locator | undefined)[],
): ReadingOrderPart => {
  const found = positions.map((position) => (position === undefined ? -1 : documentOf(readingOrder, position))).find((at) => at >= 0);
  const start = found ?? Math.max(0, open.indexOf(true));
  let [from, to, segments] = [start, start + 1, 0];
  const fits = (index: number): boolean => {
    const item = readingOrder[index];
    if (item === undefined) return false;
    segments += item.segments.length;
    return segments <= NEIGHBOR_SEGMENTS_MAX;
  };
  while (to - start <= DOCUMENTS_AFTER && fits(to)) to += 1;
  while (start - from < DOCUMENTS_BEFORE && fits(from - 1)) from -= 1;
  const before = readingOrder.slice(0, from);
  const segmentsBefore = before.reduce((sum, item) => sum + item.segments.length, 0);
  return {
    documents: readingOrder.length,
    segments: readingOrder.slice(from).reduce((sum, item) => sum + item.segments.length, segmentsBefore),
    from,
    segmentsBefore,
    charsBefore: before.reduce((sum, { chars }) => sum + chars, 0),
    items: readingOrder.slice(from, to).map((item, index) => ({ ...item, open: open[from + index] === true })),
  };
};
