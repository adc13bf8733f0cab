import type { ReadingOrderItem } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { readingOrderPart } from '../../test/reading-order-part.ts';
import { createSpine, type OpenedPublication } from './spine.ts';

const item = (href: string, segments: number[], startPosition: number, open = true): ReadingOrderItem => {
  let startChar = 0;
  const list = segments.map((chars, i) => {
    const segment = { href: i === 0 ? href : `${href}~${i}`, firstBlock: 'a', lastBlock: 'b', startChar, chars };
    startChar += chars;
    return segment;
  });
  return {
    href,
    type: 'application/xhtml+xml',
    title: href,
    chars: startChar,
    startPosition,
    positions: Math.max(1, Math.ceil(startChar / 1024)),
    layout: 'reflowable',
    linear: true,
    segments: list,
    open,
  };
};
const publication = (items: ReadingOrderItem[], from?: number, to?: number): OpenedPublication => ({
  metadata: {
    title: '书',
    languages: ['zh'],
    contributors: [],
    subjects: [],
    readingProgression: 'ltr',
    layout: 'reflowable',
    accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
    chars: items.reduce((total, { chars }) => total + chars, 0),
    positions: 0,
  },
  readingOrder: readingOrderPart(items, from, to),
});
const spine = createSpine(
  publication([item('cover.xhtml', [0], 1), item('long.xhtml', [20_000, 20_000, 10_000], 2), item('end.xhtml', [10_000], 51)]),
);

describe('the spine', () => {
  it('a character maps to its segment, including the first and last character', () => {
    expect([0, 19_999, 20_000, 39_999, 40_000, 60_000].map((char) => spine.segmentAtChar(1, char))).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('a total progression maps to a character and back', () => {
    const destination = spine.destinationOfTotalProgression(0.5);
    expect(destination).toEqual({ segmentIndex: 2, char: 30_000 });
    expect(spine.locatorAt(1, 30_000, undefined).locations.totalProgression).toBeCloseTo(0.5, 10);
  });

  it('a progression outside 0 to 1 is clamped to the book', () => {
    expect(spine.destinationOfTotalProgression(0)?.segmentIndex).toBe(1);
    expect(spine.destinationOfTotalProgression(1)).toEqual({ segmentIndex: 4, char: 9_999 });
    expect(spine.destinationOfTotalProgression(7)?.segmentIndex).toBe(4);
  });

  it('positions count from the start of the document, one per 1,024 characters', () => {
    expect(spine.locatorAt(1, 0, undefined).locations.position).toBe(2);
    expect(spine.locatorAt(1, 1_024, undefined).locations.position).toBe(3);
    expect(spine.locatorAt(1, 50_000, undefined).locations.position).toBe(50);
  });

  it('an href resolves to a document, a fragment of it, or one of its segments', () => {
    expect(spine.destinationOfHref('long.xhtml#%E8%8A%82')).toEqual({ segmentIndex: 1, fragment: '节' });
    expect(spine.destinationOfHref('long.xhtml~2')).toEqual({ segmentIndex: 3 });
    expect(spine.destinationOfHref('elsewhere.xhtml')).toBeUndefined();
  });

  it('a locator resolves to its block, starting at the segment of its progression', () => {
    const destination = spine.destinationOfLocator({
      href: 'long.xhtml',
      locations: { progression: 0.9, block: { blockId: 'b9', offset: 3 } },
    });
    expect(destination).toEqual({ segmentIndex: 3, block: { blockId: 'b9', offset: 3 }, char: 45_000 });
  });

  it('a locator falls back to its progression when a new version lacks its document', () => {
    expect(spine.destinationOfLocator({ href: 'gone.xhtml', locations: { totalProgression: 0.5 } })).toEqual({
      segmentIndex: 2,
      char: 30_000,
    });
    expect(spine.destinationOfLocator({ href: 'gone.xhtml', locations: {} })).toBeUndefined();
  });
});

describe('turning', () => {
  it('turning skips documents outside the linear order, and leaves them', () => {
    const aside = { ...item('notes.xhtml', [100, 100], 3), linear: false };
    const book = createSpine(publication([item('a', [10], 1), aside, item('b', [10], 4)]));
    expect(book.neighbor(0, 1)?.index).toBe(3);
    expect(book.neighbor(3, -1)?.index).toBe(0);
    expect(book.neighbor(1, 1)?.index).toBe(2);
    expect(book.neighbor(2, 1)?.index).toBe(3);
    expect(book.neighbor(3, 1)).toBeUndefined();
  });
});

describe('a book of pictures', () => {
  it('progression counts documents when there are no characters', () => {
    const pictures = createSpine(publication([item('1', [0], 1), item('2', [0], 2), item('3', [0], 3)]));
    expect(pictures.locatorAt(2, 0, undefined).locations.totalProgression).toBe(1);
    expect(pictures.destinationOfTotalProgression(1)?.segmentIndex).toBe(2);
  });
});

describe('a book of which only a part is known', () => {
  const items = [
    item('cover', [0], 1),
    item('one', [1_000, 500], 2),
    item('two', [2_000], 4),
    { ...item('notes', [300], 6), linear: false },
    item('three', [4_000], 7),
  ];
  const whole = createSpine(publication(items));
  const open = () => createSpine(publication(items, 1, 3));

  it('has the indexes, neighbors and locators of the whole book', () => {
    const part = open();
    expect(part.segmentCount).toBe(whole.segmentCount);
    expect(part.knownSegments().map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(part.segmentAt(3)).toEqual(whole.segmentAt(3));
    expect(part.segmentAt(0)).toBeUndefined();
    expect(part.locatorAt(2, 1_000, undefined)).toEqual(whole.locatorAt(2, 1_000, undefined));
    expect(part.neighbor(2, 1)?.item.href).toBe('two');
    expect(part.neighbor(3, 1)).toBeUndefined();
  });

  it('does not end before a document that is not known', () => {
    const part = open();
    expect([part.isOutermost(1, -1), part.isOutermost(3, 1), part.isOutermost(2, 1)]).toEqual([false, false, false]);
    const atEnd = createSpine(publication(items, 4, 5));
    expect(atEnd.isOutermost(5, 1)).toBe(true);
    expect(createSpine(publication([item('a', [10], 1), { ...item('b', [10], 2), linear: false }])).isOutermost(0, 1)).toBe(true);
  });

  it('finds no destination outside of the part, and all of them when the reading order is complete', async () => {
    const part = open();
    const far = { href: 'three', locations: { progression: 0.5 } };
    expect(part.destinationOfLocator({ href: 'two', locations: { progression: 0.5 } })).toEqual({ segmentIndex: 3, char: 1_000 });
    expect([
      part.destinationOfLocator(far),
      part.destinationOfHref('three#x'),
      part.destinationOfTotalProgression(0.5),
      part.destinationOfLocator({ href: 'gone', locations: { totalProgression: 0.5 } }),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    const before = part.segmentAt(2);
    part.complete(items);
    await part.completed;
    expect(part.isComplete()).toBe(true);
    expect(part.segmentAt(2)).toBe(before);
    expect(part.knownSegments()).toEqual(whole.knownSegments());
    expect(part.destinationOfLocator(far)).toEqual(whole.destinationOfLocator(far));
    expect(part.destinationOfTotalProgression(0.5)).toEqual(whole.destinationOfTotalProgression(0.5));
    expect(part.neighbor(3, 1)?.item.href).toBe('three');
  });
});
