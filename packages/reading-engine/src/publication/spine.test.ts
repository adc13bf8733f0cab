import type { PublicationManifest } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { createSpine } from './spine.ts';

const item = (href: string, segments: number[], startPosition: number, open = true): PublicationManifest['readingOrder'][number] => {
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
const manifest = (readingOrder: PublicationManifest['readingOrder']): PublicationManifest => ({
  metadata: {
    title: '书',
    languages: ['zh'],
    contributors: [],
    subjects: [],
    readingProgression: 'ltr',
    layout: 'reflowable',
    accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
    chars: 0,
    positions: 0,
  },
  readingOrder,
  toc: [],
  pageList: [],
  landmarks: [],
});
const spine = createSpine(
  manifest([item('cover.xhtml', [0], 1), item('long.xhtml', [20_000, 20_000, 10_000], 2), item('end.xhtml', [10_000], 51)]),
);

describe('the line of segments', () => {
  it('finds the segment of a character, its first and its last included', () => {
    expect([0, 19_999, 20_000, 39_999, 40_000, 60_000].map((char) => spine.segmentAtChar(1, char))).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('leads from a progress through the book to the character and back', () => {
    const place = spine.placeOfTotalProgression(0.5);
    expect(place).toEqual({ segmentIndex: 2, char: 30_000 });
    expect(spine.locatorAt(1, 30_000, undefined).locations.totalProgression).toBeCloseTo(0.5, 10);
  });

  it('keeps the ends of the scale inside the book', () => {
    expect(spine.placeOfTotalProgression(0).segmentIndex).toBe(1);
    expect(spine.placeOfTotalProgression(1)).toEqual({ segmentIndex: 4, char: 9_999 });
    expect(spine.placeOfTotalProgression(7).segmentIndex).toBe(4);
  });

  it('counts positions from the document on, one for 1,024 characters', () => {
    expect(spine.locatorAt(1, 0, undefined).locations.position).toBe(2);
    expect(spine.locatorAt(1, 1_024, undefined).locations.position).toBe(3);
    expect(spine.locatorAt(1, 50_000, undefined).locations.position).toBe(50);
  });

  it('opens a document, a fragment of it, or one of its segments by address', () => {
    expect(spine.placeOfHref('long.xhtml#%E8%8A%82')).toEqual({ segmentIndex: 1, fragment: '节' });
    expect(spine.placeOfHref('long.xhtml~2')).toEqual({ segmentIndex: 3 });
    expect(spine.placeOfHref('elsewhere.xhtml')).toBeUndefined();
  });

  it('takes a locator by its block, and starts looking where its progress says', () => {
    const place = spine.placeOfLocator({ href: 'long.xhtml', locations: { progression: 0.9, block: { blockId: 'b9', offset: 3 } } });
    expect(place).toEqual({ segmentIndex: 3, block: { blockId: 'b9', offset: 3 }, char: 45_000 });
  });

  it('falls back on the progress when a new version has no such document', () => {
    expect(spine.placeOfLocator({ href: 'gone.xhtml', locations: { totalProgression: 0.5 } })).toEqual({ segmentIndex: 2, char: 30_000 });
    expect(spine.placeOfLocator({ href: 'gone.xhtml', locations: {} })).toBeUndefined();
  });
});

describe('turning', () => {
  it('passes over documents outside the linear order, but leads out of them', () => {
    const aside = { ...item('notes.xhtml', [100, 100], 3), linear: false };
    const book = createSpine(manifest([item('a', [10], 1), aside, item('b', [10], 4)]));
    expect(book.neighbour(0, 1)?.index).toBe(3);
    expect(book.neighbour(3, -1)?.index).toBe(0);
    expect(book.neighbour(1, 1)?.index).toBe(2);
    expect(book.neighbour(2, 1)?.index).toBe(3);
    expect(book.neighbour(3, 1)).toBeUndefined();
  });
});

describe('a book of pictures', () => {
  it('has places by document, there being no characters', () => {
    const pictures = createSpine(manifest([item('1', [0], 1), item('2', [0], 2), item('3', [0], 3)]));
    expect(pictures.locatorAt(2, 0, undefined).locations.totalProgression).toBe(1);
    expect(pictures.placeOfTotalProgression(1).segmentIndex).toBe(2);
  });
});
