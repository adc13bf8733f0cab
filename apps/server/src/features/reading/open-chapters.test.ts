import type { PublicationManifest } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { documentRangesOf, openDocuments } from './open-chapters.ts';

const item = (href: string, chars: number, linear = true) => ({
  href,
  type: 'application/xhtml+xml',
  chars,
  startPosition: 1,
  positions: 1,
  layout: 'reflowable' as const,
  linear,
  segments: [{ href, firstBlock: `b-${href}`, lastBlock: 'b2', startChar: 0, chars }],
});
const book = (named: string[], ...items: ReturnType<typeof item>[]): PublicationManifest =>
  ({
    readingOrder: items,
    toc: named.map((href) => ({ title: href, href: `${href}#top` })),
    pageList: [],
    landmarks: [],
    metadata: {},
  }) as unknown as PublicationManifest;
const trial = { kind: 'trial', reason: '' } as const;
const first = (trialChapters: number) => ({ trialChapters, trialChosen: undefined });
const chosen = (...hrefs: string[]) => ({ trialChapters: hrefs.length, trialChosen: hrefs.map((href) => `b-${href}`) });
const openIn = (of: PublicationManifest, ...rest: [Parameters<typeof openDocuments>[1], Parameters<typeof openDocuments>[2]]): string[] => {
  const open = openDocuments(of, ...rest);
  return of.readingOrder.flatMap(({ href }, index) => (open[index] === true ? href : []));
};

describe('the trial of a book', () => {
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
  const front = ['cover', 'imprint'];
  test('a trial counts chapters, not covers and imprints', () => {
    expect(openIn(textbook, trial, first(1))).toEqual([...front, 'preface']);
    expect(openIn(textbook, trial, first(2))).toEqual([...front, 'preface', 'one', 'notes']);
    expect(openIn(textbook, trial, first(3))).toEqual([...front, 'preface', 'one', 'notes', 'two']);
  });
  test('a trial opens the chapters an editor chose, with the documents that belong to them', () => {
    expect(openIn(textbook, trial, chosen('one', 'three'))).toEqual([...front, 'one', 'notes', 'three']);
    expect(openIn(textbook, trial, chosen('two'))).toEqual([...front, 'two']);
    expect(openIn(textbook, trial, chosen('gone'))).toEqual(front);
  });
  test('a trial counts documents with text when the book has no table of contents', () => {
    expect(openIn(book([], item('a', 5), item('b', 900), item('c', 900)), trial, first(1))).toEqual(['a', 'b']);
  });
  test('a trial opens at most the first document of a book without chapters', () => {
    expect(openIn(book([], item('a', 5), item('b', 10)), trial, first(1))).toEqual(['a']);
  });
  test('a full right opens all documents, and no right opens none', () => {
    expect(openIn(textbook, { kind: 'owned', reason: '' }, chosen('one'))).toHaveLength(7);
    expect(openIn(textbook, { kind: 'none', reason: '' }, chosen('one'))).toEqual([]);
  });
  test('the open and the locked documents are ranges', () => {
    const open = openDocuments(textbook, trial, chosen('one', 'three'));
    expect(documentRangesOf(open, true)).toEqual([
      [0, 2],
      [3, 5],
      [6, 7],
    ]);
    expect(documentRangesOf(open, false)).toEqual([
      [2, 3],
      [5, 6],
    ]);
  });
});
