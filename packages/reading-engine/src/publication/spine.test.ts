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
    expect(spine.destinationOfTotalProgression(0).segmentIndex).toBe(1);
    expect(spine.destinationOfTotalProgression(1)).toEqual({ segmentIndex: 4, char: 9_999 });
    expect(spine.destinationOfTotalProgression(7).segmentIndex).toBe(4);
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
    const book = createSpine(manifest([item('a', [10], 1), aside, item('b', [10], 4)]));
    expect(book.neighbor(0, 1)?.index).toBe(3);
    expect(book.neighbor(3, -1)?.index).toBe(0);
    expect(book.neighbor(1, 1)?.index).toBe(2);
    expect(book.neighbor(2, 1)?.index).toBe(3);
    expect(book.neighbor(3, 1)).toBeUndefined();
  });
});

describe('a book of pictures', () => {
  it('progression counts documents when there are no characters', () => {
    const pictures = createSpine(manifest([item('1', [0], 1), item('2', [0], 2), item('3', [0], 3)]));
    expect(pictures.locatorAt(2, 0, undefined).locations.totalProgression).toBe(1);
    expect(pictures.destinationOfTotalProgression(1).segmentIndex).toBe(2);
  });
});
