import { describe, expect, test } from 'vitest';
import type { StoredManifest } from '../media/publication/read-publication.ts';
import { firstClosedDocument, manifestFor } from './open-chapters.ts';

const item = (href: string, chars: number, linear = true) => ({
  href,
  type: 'application/xhtml+xml',
  chars,
  startPosition: 1,
  positions: 1,
  layout: 'reflowable' as const,
  linear,
  segments: [{ href, firstBlock: 'b1', lastBlock: 'b2', startChar: 0, chars }],
});
const book = (named: string[], ...items: ReturnType<typeof item>[]): StoredManifest =>
  ({
    readingOrder: items,
    toc: named.map((href) => ({ title: href, href: `${href}#top` })),
    pageList: [],
    landmarks: [],
    metadata: {},
  }) as unknown as StoredManifest;
const trial = { kind: 'trial', reason: '' } as const;

describe('the trial', () => {
  const textbook = book(
    ['preface', 'one', 'two', 'three'],
    item('cover', 2),
    item('imprint', 300),
    item('preface', 900),
    item('one', 5_000),
    item('notes', 4_000, false),
    item('two', 5_000),
    item('three', 5_000),
  );
  test('counts what a person calls a chapter, not covers and imprints', () => {
    expect(firstClosedDocument(textbook, trial, 1)).toBe(3);
    expect(firstClosedDocument(textbook, trial, 2)).toBe(5);
    expect(firstClosedDocument(textbook, trial, 3)).toBe(6);
  });
  test('counts documents with text when the book has no contents', () => {
    expect(firstClosedDocument(book([], item('a', 5), item('b', 900), item('c', 900)), trial, 1)).toBe(2);
  });
  test('opens at most the first document of a book without chapters', () => {
    expect(firstClosedDocument(book([], item('a', 5), item('b', 10)), trial, 1)).toBe(1);
  });
  test('opens all to who may read all, and nothing without a right', () => {
    expect(firstClosedDocument(textbook, { kind: 'owned', reason: '' }, 1)).toBe(7);
    expect(firstClosedDocument(textbook, { kind: 'none', reason: '' }, 1)).toBe(0);
  });
  test('shows in the manifest which documents are open', () => {
    expect(manifestFor(textbook, 3).readingOrder.map((entry) => entry.open)).toEqual([true, true, true, false, false, false, false]);
  });
});
