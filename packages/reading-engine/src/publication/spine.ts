/**
 * The reading order as a list of segments with cumulative lengths, which maps positions, progressions and segments to each other. At first
 * it knows only the documents around the start position; `complete` adds the others.
 */
import type { BlockPoint, Locator, PublicationMetadata, ReadingOrderItem, ReadingOrderPart, Segment } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import { splitHref } from './resolve-href.ts';

/** What the engine needs to know of a publication to open it. */
export interface OpenedPublication {
  metadata: Omit<PublicationMetadata, 'description'>;
  readingOrder: ReadingOrderPart;
}

export interface SpineSegment {
  index: number;
  itemIndex: number;
  item: ReadingOrderItem;
  segment: Segment;
}

/** A requested position in the book. The most precise known part is used: block, then fragment, CFI, character. */
export interface Destination {
  segmentIndex: number;
  block?: BlockPoint;
  fragment?: string;
  cfi?: string;
  /** UTF-16 offset in the text of the whole document. */
  char?: number;
  /** Whether to open the segment at its end, for turning back into it. */
  atEnd?: boolean;
}

export interface Spine {
  metadata: OpenedPublication['metadata'];
  /** Number of segments in the whole book. */
  segmentCount: number;
  /** Returns a segment by its index in the whole book; undefined if its document is not known yet, or there is none. */
  segmentAt(index: number): SpineSegment | undefined;
  /** Returns the known segments in order. */
  knownSegments(): SpineSegment[];
  /** Returns the index of the first segment of a known document. */
  firstSegmentOf(itemIndex: number): number;
  /** Returns the next or previous known segment; skips documents outside the linear order (`linear="no"`). */
  neighbor(index: number, direction: 1 | -1): SpineSegment | undefined;
  /** Returns whether the book begins or ends with the segment; false while the document beside it is not known. */
  isOutermost(index: number, direction: 1 | -1): boolean;
  /** Returns the index of the segment of a document that contains the character. */
  segmentAtChar(itemIndex: number, char: number): number;
  /** Returns the destination of a link or a table-of-contents entry; undefined when no known document has this address. */
  destinationOfHref(href: string): Destination | undefined;
  /** Returns the destination of a locator; undefined when its document is not known. */
  destinationOfLocator(locator: Locator): Destination | undefined;
  /** Returns the destination of a progression in the book, 0 to 1; undefined until the whole reading order is known. */
  destinationOfTotalProgression(totalProgression: number): Destination | undefined;
  /** Returns the locator of a character of a known document. `char` counts in the document's text. */
  locatorAt(itemIndex: number, char: number, block: BlockPoint | undefined): Locator;
  /** Whether the whole reading order is known. */
  isComplete(): boolean;
  /** Resolves when the whole reading order is known. */
  completed: Promise<void>;
  /** Adds the documents that are not known yet. `items`: the whole reading order. */
  complete(items: readonly ReadingOrderItem[]): void;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** A known document: the index of its first segment, and the number of characters before it. */
interface Entry {
  item: ReadingOrderItem;
  firstSegment: number;
  charsBefore: number;
}

export const createSpine = ({ metadata, readingOrder: part }: OpenedPublication): Spine => {
  const { documents, segments: segmentCount } = part;
  const total = metadata.chars;
  // Both are indexed as in the whole book, so they have holes until the reading order is complete.
  const entries: (Entry | undefined)[] = [];
  const segments: (SpineSegment | undefined)[] = [];
  const itemOf = new Map<string, number>();
  const itemOfSegmentHref = new Map<string, number>();
  let markComplete = (): void => undefined;
  const completed = new Promise<void>((resolve) => {
    markComplete = resolve;
  });
  let isComplete = false;

  const add = (items: readonly ReadingOrderItem[], from: number, segmentsBefore: number, before: number): void => {
    let firstSegment = segmentsBefore;
    let charsBefore = before;
    for (const [offset, item] of items.entries()) {
      const itemIndex = from + offset;
      if (entries[itemIndex] === undefined) {
        entries[itemIndex] = { item, firstSegment, charsBefore };
        for (const [at, segment] of item.segments.entries()) {
          const index = firstSegment + at;
          segments[index] = { index, itemIndex, item, segment };
          itemOfSegmentHref.set(segment.href, index);
        }
      }
      // If the reading order repeats a document, its address is that of the first.
      if ((itemOf.get(item.href) ?? documents) > itemIndex) itemOf.set(item.href, itemIndex);
      firstSegment += item.segments.length;
      charsBefore += item.chars;
    }
    if (items.length < documents || isComplete) return;
    isComplete = true;
    markComplete();
  };
  add(part.items, part.from, part.segmentsBefore, part.charsBefore);

  const segmentAtChar = (itemIndex: number, char: number): number => {
    const { item, firstSegment } = entries[itemIndex] ?? { item: undefined, firstSegment: 0 };
    const found = item?.segments.findLastIndex(({ startChar }) => startChar <= char) ?? 0;
    return firstSegment + Math.max(0, found);
  };

  const neighbor = (index: number, direction: 1 | -1): SpineSegment | undefined => {
    const from = segments[index];
    for (let at = index + direction; ; at += direction) {
      const segment = segments[at];
      if (segment === undefined || segment.item.linear || segment.itemIndex === from?.itemIndex) return segment;
    }
  };

  const isOutermost = (index: number, direction: 1 | -1): boolean => {
    let at = index + direction;
    for (let segment = segments[at]; segment !== undefined; segment = segments[at]) {
      if (segment.item.linear || segment.itemIndex === segments[index]?.itemIndex) return false;
      at += direction;
    }
    return at < 0 || at >= segmentCount;
  };

  const destinationOfHref = (href: string): Destination | undefined => {
    const { path, fragment } = splitHref(href);
    const itemIndex = itemOf.get(path);
    const segmentIndex = itemIndex === undefined ? itemOfSegmentHref.get(path) : entries[itemIndex]?.firstSegment;
    if (segmentIndex === undefined) return undefined;
    return fragment ? { segmentIndex, fragment } : { segmentIndex };
  };

  const destinationOfLocator = (locator: Locator): Destination | undefined => {
    const { path, fragment: hrefFragment } = splitHref(locator.href);
    const { block, fragment = hrefFragment, cfi, progression, totalProgression } = locator.locations;
    const itemIndex = itemOf.get(path);
    const item = itemIndex === undefined ? undefined : entries[itemIndex]?.item;
    if (itemIndex === undefined || item === undefined) {
      return totalProgression === undefined ? destinationOfHref(locator.href) : destinationOfTotalProgression(totalProgression);
    }
    const char = progression === undefined ? undefined : Math.floor(progression * item.chars);
    const destination: Destination = { segmentIndex: segmentAtChar(itemIndex, char ?? 0) };
    if (block) destination.block = block;
    if (fragment) destination.fragment = fragment;
    if (cfi) destination.cfi = cfi;
    if (char !== undefined) destination.char = char;
    return destination;
  };

  const destinationOfTotalProgression = (totalProgression: number): Destination | undefined => {
    if (!isComplete) return undefined;
    const wanted = clamp(totalProgression, 0, 1);
    if (total === 0) {
      return { segmentIndex: Math.min(segmentCount - 1, Math.floor(wanted * segmentCount)) };
    }
    const char = wanted * total;
    const itemIndex = Math.max(
      0,
      entries.findLastIndex((entry) => (entry?.charsBefore ?? 0) <= char),
    );
    const { item, charsBefore } = entries[itemIndex] ?? { item: undefined, charsBefore: 0 };
    const inItem = Math.min(Math.floor(char - charsBefore), Math.max(0, (item?.chars ?? 1) - 1));
    return { segmentIndex: segmentAtChar(itemIndex, inItem), char: inItem };
  };

  const locatorAt = (itemIndex: number, char: number, block: BlockPoint | undefined): Locator => {
    const entry = entries[itemIndex];
    if (!entry) throw new RangeError(`no document ${itemIndex} in the reading order`);
    const { item, charsBefore } = entry;
    const inItem = clamp(char, 0, item.chars);
    const locations: Locator['locations'] = {
      progression: item.chars > 0 ? inItem / item.chars : 0,
      totalProgression: total > 0 ? Math.min(1, (charsBefore + inItem) / total) : itemIndex / Math.max(1, documents - 1),
      position: item.startPosition + Math.min(item.positions - 1, Math.floor(inItem / LIMITS.positionChars)),
    };
    if (block) locations.block = block;
    return item.title === undefined ? { href: item.href, locations } : { href: item.href, title: item.title.slice(0, 300), locations };
  };

  return {
    metadata,
    segmentCount,
    segmentAt: (index) => segments[index],
    knownSegments: () => segments.filter((segment) => segment !== undefined),
    firstSegmentOf: (itemIndex) => entries[itemIndex]?.firstSegment ?? 0,
    neighbor,
    isOutermost,
    segmentAtChar,
    destinationOfHref,
    destinationOfLocator,
    destinationOfTotalProgression,
    locatorAt,
    isComplete: () => isComplete,
    completed,
    complete: (items) => add(items, 0, 0, 0),
  };
};
