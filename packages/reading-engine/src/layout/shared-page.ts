/**
 * Short poems that share a page. Books of poems often have one document for each poem, which leaves most of a wide page empty. Where the book
 * allows it, up to four consecutive poems are on one page: below each other, in the second column, or side by side in vertical text.
 */

import { epubTypes } from '../publication/epub-types.ts';
import type { Spine } from '../publication/spine.ts';
import type { SegmentFrame } from './segment-frame.ts';

/**
 * Number of documents among which poems share pages, counted from the start of the book. The division does not depend on the direction of
 * reading, so turning back shows the same pages.
 */
const BLOCK_LENGTH = 4;
/** Maximum number of characters of a poem that may share a page. */
const POEM_CHARS_MAX = 240;
/** Maximum numbers of characters of a paragraph of verse, and of all its paragraphs on average. */
const VERSE_CHARS = { paragraph: 80, average: 40 };

const isShort = ({ segmentAt }: Spine, index: number): boolean => {
  const segment = segmentAt(index);
  if (!segment) return false;
  const { linear, open, layout, segments, chars } = segment.item;
  return linear && open && layout === 'reflowable' && segments.length === 1 && chars > 0 && chars <= POEM_CHARS_MAX;
};

/** Returns the indices of the segments that could share a page with a segment, including itself; only itself if there are none. */
export const findShareBlock = (spine: Spine, index: number): number[] => {
  if (!isShort(spine, index)) return [index];
  const start = index - (index % BLOCK_LENGTH);
  const block = [index];
  for (let at = index - 1; at >= start && isShort(spine, at); at--) block.unshift(at);
  for (let at = index + 1; at < start + BLOCK_LENGTH && isShort(spine, at); at++) block.push(at);
  return block;
};

const hasPageBreak = (element: Element, view: Window): boolean => {
  const { breakBefore, breakAfter } = view.getComputedStyle(element);
  return [breakBefore, breakAfter].some((value) => value !== 'auto' && !value.startsWith('avoid'));
};

/** Documents that stand alone on a page, although they are short. */
const ALONE = /^(?:cover|titlepage|halftitlepage|copyright-page|dedication|epigraph|colophon|frontispiece|part|toc)$/;

/**
 * Returns whether a document is a poem with its own heading that the book does not require to be alone: lines of verse, no pictures or
 * tables, and no page break in its styles.
 */
export const isShareable = ({ body, window, plate }: SegmentFrame): boolean => {
  const first = body.querySelector('h1, h2, h3, h4, h5, h6, p');
  const paragraphs = [...body.querySelectorAll('p, li, .line')].filter((element) => element.querySelector('p, li, .line') === null);
  if (plate || !first || first.localName === 'p' || paragraphs.length < 2) return false;
  if (body.querySelector('img, svg, table, pre, figure, audio, video, form, iframe, math, nav')) return false;
  const containers = [body, ...body.querySelectorAll('section, article, header, div, h1, h2, h3')];
  if (containers.some((element) => epubTypes(element).some((type) => ALONE.test(type)) || hasPageBreak(element, window))) return false;
  const lengths = paragraphs.map(({ textContent }) => (textContent ?? '').replace(/\s+/g, '').length);
  const sum = lengths.reduce((total, length) => total + length, 0);
  return sum > 0 && Math.max(...lengths) <= VERSE_CHARS.paragraph && sum / lengths.length <= VERSE_CHARS.average;
};

export interface Slot {
  /** Position in the list of sizes. */
  at: number;
  column: number;
  /** Distance in pixels from the start of the column, across the lines. */
  offset: number;
}

/** Distance in pixels between the documents of a page, and the shortest one, at which another document may still fit. */
interface Gap {
  readonly wanted: number;
  readonly shortest: number;
}

/** Sets the offsets in a column: documents have the wanted distance if there is space for it, otherwise equal shorter ones. */
const spread = (slots: readonly Slot[], column: number, sizes: readonly (number | undefined)[], space: number, gap: Gap): void => {
  const inColumn = slots.filter((slot) => slot.column === column);
  const used = inColumn.reduce((sum, { at }) => sum + (sizes[at] ?? 0), 0);
  const distance = Math.min(gap.wanted, (space - used) / Math.max(1, inColumn.length - 1));
  let end = -distance;
  for (const slot of inColumn) {
    slot.offset = end + distance;
    end = slot.offset + (sizes[slot.at] ?? 0);
  }
};

/**
 * Returns the pages of consecutive documents. `sizes`: the space of each across its lines, in pixels; undefined if it needs a page of its own.
 * Pure.
 */
export const packPages = (sizes: readonly (number | undefined)[], space: number, columns: number, gap: Gap): Slot[][] => {
  const pages: Slot[][] = [];
  let open: { slots: Slot[]; column: number; end: number } | undefined;
  for (const [at, size] of sizes.entries()) {
    if (open && size !== undefined) {
      if (open.end + gap.shortest + size > space) open = { slots: open.slots, column: open.column + 1, end: -gap.shortest };
      if (open.column < columns && size <= space) {
        open.slots.push({ at, column: open.column, offset: 0 });
        open.end += gap.shortest + size;
        continue;
      }
    }
    const slots: Slot[] = [{ at, column: 0, offset: 0 }];
    pages.push(slots);
    open = size === undefined ? undefined : { slots, column: 0, end: size };
  }
  for (const slots of pages) for (const column of new Set(slots.map((slot) => slot.column))) spread(slots, column, sizes, space, gap);
  return pages;
};

/**
 * Puts the frames of a page into reading order in the document, in which screen readers and the Tab key go through them. Without
 * `moveBefore` (Safari) a moved frame would load again, so there they stay in the order in which they were loaded.
 */
export const orderFrames = (frames: readonly SegmentFrame[]): void => {
  if (!('moveBefore' in Element.prototype)) return;
  const isOrdered = frames.every(({ iframe }, at) => {
    const next = frames[at + 1]?.iframe;
    return next === undefined || (iframe.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  if (!isOrdered) for (const { iframe } of frames) iframe.parentElement?.moveBefore(iframe, null);
};
