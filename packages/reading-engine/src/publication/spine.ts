/** The reading order as one line of segments with running totals, so that a place, a progress and a segment lead to each other by arithmetic. */
import type { BlockPoint, Locator, PublicationManifest, ReadingOrderItem, Segment } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import { splitHref } from './resolve-href.ts';

export interface SpineSegment {
  index: number;
  itemIndex: number;
  item: ReadingOrderItem;
  segment: Segment;
}

/** A place in the book as asked for. Whatever is known is used, most exact first: block, fragment, character. */
export interface PlaceRequest {
  segmentIndex: number;
  block?: BlockPoint;
  fragment?: string;
  cfi?: string;
  /** UTF-16 offset in the text of the whole document. */
  char?: number;
  /** Open at the end: turning back into the segment. */
  atEnd?: boolean;
}

export interface Spine {
  manifest: PublicationManifest;
  segments: SpineSegment[];
  /** Index of the first segment of each item. */
  firstSegment: number[];
  /** Segment that turning leads to; documents outside the linear order (`linear="no"`) are passed over. */
  neighbour(index: number, direction: 1 | -1): SpineSegment | undefined;
  /** Segment of a document that holds the character. */
  segmentAtChar(itemIndex: number, char: number): number;
  /** Item and fragment of a link or a table-of-contents entry; undefined when the book has no such document. */
  placeOfHref(href: string): PlaceRequest | undefined;
  placeOfLocator(locator: Locator): PlaceRequest | undefined;
  placeOfTotalProgression(totalProgression: number): PlaceRequest;
  /** `char` counts in the document's text. */
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

  const neighbour = (index: number, direction: 1 | -1): SpineSegment | undefined => {
    const from = segments[index];
    for (let at = index + direction; at >= 0 && at < segments.length; at += direction) {
      const segment = segments[at];
      if (segment && (segment.item.linear || segment.itemIndex === from?.itemIndex)) return segment;
    }
    return undefined;
  };

  const placeOfHref = (href: string): PlaceRequest | undefined => {
    const { path, fragment } = splitHref(href);
    const itemIndex = itemOf.get(path);
    const segmentIndex = itemIndex === undefined ? itemOfSegmentHref.get(path) : firstSegment[itemIndex];
    if (segmentIndex === undefined) return undefined;
    return fragment ? { segmentIndex, fragment } : { segmentIndex };
  };

  const placeOfLocator = (locator: Locator): PlaceRequest | undefined => {
    const { path, fragment: hrefFragment } = splitHref(locator.href);
    const { block, fragment = hrefFragment, cfi, progression, totalProgression } = locator.locations;
    const itemIndex = itemOf.get(path);
    if (itemIndex === undefined) {
      return totalProgression === undefined ? placeOfHref(locator.href) : placeOfTotalProgression(totalProgression);
    }
    const item = manifest.readingOrder[itemIndex];
    const char = progression === undefined || !item ? undefined : Math.floor(progression * item.chars);
    const place: PlaceRequest = { segmentIndex: segmentAtChar(itemIndex, char ?? 0) };
    if (block) place.block = block;
    if (fragment) place.fragment = fragment;
    if (cfi) place.cfi = cfi;
    if (char !== undefined) place.char = char;
    return place;
  };

  const placeOfTotalProgression = (totalProgression: number): PlaceRequest => {
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

  return { manifest, segments, firstSegment, neighbour, segmentAtChar, placeOfHref, placeOfLocator, placeOfTotalProgression, locatorAt };
};
