import type { ReadingOrderItem, ReadingOrderPart } from '@shufang/contract';

const sum = (items: readonly ReadingOrderItem[], valueOf: (item: ReadingOrderItem) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0);

/** Returns the documents `from` to `to` (exclusive) of a reading order as `openBook` sends them; by default all. */
export const readingOrderPart = (items: ReadingOrderItem[], from = 0, to = items.length): ReadingOrderPart => ({
  documents: items.length,
  segments: sum(items, ({ segments }) => segments.length),
  from,
  segmentsBefore: sum(items.slice(0, from), ({ segments }) => segments.length),
  charsBefore: sum(items.slice(0, from), ({ chars }) => chars),
  items: items.slice(from, to),
});
