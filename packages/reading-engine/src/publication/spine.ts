/** The reading order as a list of segments with cumulative lengths, which maps positions, progressions and segments to each other. */
import type { BlockPoint, Locator, PublicationManifest, ReadingOrderItem, Segment } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import { splitHref } from './resolve-href.ts';

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
  manifest: PublicationManifest;
  segments: SpineSegment[];
  /** For each item of the reading order, the index of its first segment. */
  firstSegment: number[];
  /** Returns the next or previous segment; skips documents outside the linear order (`linear="no"`). */
  neighbor(index: number, direction: 1 | -1): SpineSegment | undefined;
  /** Returns the index of the segment of a document that contains the character. */
  segmentAtChar(itemIndex: number, char: number): number;
  /** Returns the destination of a link or a table-of-contents entry; undefined when the book has no such document. */
  destinationOfHref(href: string): Destination | undefined;
  destinationOfLocator(locator: Locator): Destination | undefined;
  destinationOfTotalProgression(totalProgression: number): Destination;
  /** Returns the locator of a character. `char` counts in the document's text. */
  locatorAt(itemIndex: number, char: number, block: BlockPoint | undefined): Locator;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

export const createSpine = (manifest: PublicationManifest): Spine => {
  const segments: SpineSegment[] = [];
  const firstSegment: number[] = [];
  const charsBefore: number[] = [];
  const itemOf = new Map<string, number>();
  const itemOfSegmentHref = new Map<string, number>();
  let total = 0;
  for (const [itemIndex, item] of manifest.readingOrder.entries()) {
    firstSegment.push(segments.length);
    charsBefore.push(total);
    total += item.chars;
    if (!itemOf.has(item.href)) itemOf.set(item.href, itemIndex);
    for (const segment of item.segments) {
      itemOfSegmentHref.set(segment.href, segments.length);
      segments.push({ index: segments.length, itemIndex, item, segment });
    }
  }

  const segmentAtChar = (itemIndex: number, char: number): number => {
    const first = firstSegment[itemIndex] ?? 0;
    const list = manifest.readingOrder[itemIndex]?.segments ?? [];
    let found = 0;
    for (let i = 1; i < list.length; i++) if ((list[i]?.startChar ?? 0) <= char) found = i;
    return first + found;
  };

  const neighbor = (index: number, direction: 1 | -1): SpineSegment | undefined => {
    const from = segments[index];
    for (let at = index + direction; at >= 0 && at < segments.length; at += direction) {
      const segment = segments[at];
      if (segment && (segment.item.linear || segment.itemIndex === from?.itemIndex)) return segment;
    }
    return undefined;
  };

  const destinationOfHref = (href: string): Destination | undefined => {
    const { path, fragment } = splitHref(href);
    const itemIndex = itemOf.get(path);
    const segmentIndex = itemIndex === undefined ? itemOfSegmentHref.get(path) : firstSegment[itemIndex];
    if (segmentIndex === undefined) return undefined;
    return fragment ? { segmentIndex, fragment } : { segmentIndex };
  };

  const destinationOfLocator = (locator: Locator): Destination | undefined => {
    const { path, fragment: hrefFragment } = splitHref(locator.href);
    const { block, fragment = hrefFragment, cfi, progression, totalProgression } = locator.locations;
    const itemIndex = itemOf.get(path);
    if (itemIndex === undefined) {
      return totalProgression === undefined ? destinationOfHref(locator.href) : destinationOfTotalProgression(totalProgression);
    }
    const item = manifest.readingOrder[itemIndex];
    const char = progression === undefined || !item ? undefined : Math.floor(progression * item.chars);
    const destination: Destination = { segmentIndex: segmentAtChar(itemIndex, char ?? 0) };
    if (block) destination.block = block;
    if (fragment) destination.fragment = fragment;
    if (cfi) destination.cfi = cfi;
    if (char !== undefined) destination.char = char;
    return destination;
  };

  const destinationOfTotalProgression = (totalProgression: number): Destination => {
    const wanted = clamp(totalProgression, 0, 1);
    if (total === 0) {
      return { segmentIndex: Math.min(segments.length - 1, Math.floor(wanted * segments.length)) };
    }
    const char = wanted * total;
    let itemIndex = 0;
    for (let i = 0; i < charsBefore.length; i++) if ((charsBefore[i] ?? 0) <= char) itemIndex = i;
    const inItem = Math.min(
      Math.floor(char - (charsBefore[itemIndex] ?? 0)),
      Math.max(0, (manifest.readingOrder[itemIndex]?.chars ?? 1) - 1),
    );
    return { segmentIndex: segmentAtChar(itemIndex, inItem), char: inItem };
  };

  const locatorAt = (itemIndex: number, char: number, block: BlockPoint | undefined): Locator => {
    const item = manifest.readingOrder[itemIndex];
    if (!item) throw new RangeError(`no document ${itemIndex} in the reading order`);
    const inItem = clamp(char, 0, item.chars);
    const locations: Locator['locations'] = {
      progression: item.chars > 0 ? inItem / item.chars : 0,
      totalProgression:
        total > 0 ? ((charsBefore[itemIndex] ?? 0) + inItem) / total : itemIndex / Math.max(1, manifest.readingOrder.length - 1),
      position: item.startPosition + Math.min(item.positions - 1, Math.floor(inItem / LIMITS.positionChars)),
    };
    if (block) locations.block = block;
    return item.title === undefined ? { href: item.href, locations } : { href: item.href, title: item.title.slice(0, 300), locations };
  };

  return {
    manifest,
    segments,
    firstSegment,
    neighbor,
    segmentAtChar,
    destinationOfHref,
    destinationOfLocator,
    destinationOfTotalProgression,
    locatorAt,
  };
};
