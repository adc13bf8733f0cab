import type { PublicationDocument } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { readingOrderPartOf } from './reading-order-part.ts';

const document = (n: number, segments = 1): PublicationDocument => ({
  href: `c${n}.xhtml`,
  type: 'application/xhtml+xml',
  chars: 100 * segments,
  startPosition: n + 1,
  positions: 1,
  layout: 'reflowable',
  linear: true,
  segments: Array.from({ length: segments }, (_, at) => ({
    href: at === 0 ? `c${n}.xhtml` : `c${n}.${at + 1}.xhtml`,
    firstBlock: 'b1',
    lastBlock: 'b2',
    startChar: at * 100,
    chars: 100,
  })),
});
const book = (length: number): PublicationDocument[] => Array.from({ length }, (_, n) => document(n));
const at = (href: string, totalProgression?: number) => ({
  href,
  locations: totalProgression === undefined ? {} : { totalProgression },
});
const hrefsOf = ({ items }: ReturnType<typeof readingOrderPartOf>): string[] => items.map(({ href }) => href);
const allOpen = (documents: readonly unknown[]): boolean[] => documents.map(() => true);

describe('the part of the reading order with which a book opens', () => {
  const documents = book(20);
  const open = documents.map((_, n) => n >= 3 && n < 12);

  it('contains the documents around the position, with what precedes them', () => {
    const part = readingOrderPartOf(documents, open, [undefined, at('c10.xhtml#s')]);
    expect(part).toMatchObject({ documents: 20, segments: 20, from: 8, segmentsBefore: 8, charsBefore: 800 });
    expect(part.items.map((item) => [item.href, item.open])).toEqual([
      ['c8.xhtml', true],
      ['c9.xhtml', true],
      ['c10.xhtml', true],
      ['c11.xhtml', true],
      ['c12.xhtml', false],
      ['c13.xhtml', false],
      ['c14.xhtml', false],
    ]);
  });

  it('ends where the book ends', () => {
    expect(hrefsOf(readingOrderPartOf(documents, open, [at('c0.xhtml')]))).toHaveLength(5);
    expect(hrefsOf(readingOrderPartOf(documents, open, [at('c19.xhtml')]))).toEqual(['c17.xhtml', 'c18.xhtml', 'c19.xhtml']);
  });

  it('begins at the first open document without a position, and with one that is not in the book', () => {
    expect(readingOrderPartOf(documents, open, []).from).toBe(1);
    expect(readingOrderPartOf(documents, open, [at('gone.xhtml')]).from).toBe(1);
  });

  it('uses the second position if the first is not in the book, and the progression of a document that is gone', () => {
    expect(readingOrderPartOf(documents, open, [at('gone.xhtml'), at('c10.xhtml')]).from).toBe(8);
    expect(readingOrderPartOf(documents, open, [at('gone.xhtml', 0.52)]).from).toBe(8);
    expect(hrefsOf(readingOrderPartOf(documents, open, [at('gone.xhtml', 1)]))).toEqual(['c17.xhtml', 'c18.xhtml', 'c19.xhtml']);
  });

  it('finds the document of a segment, and omits neighbors with very many segments', () => {
    const long = [document(0), document(1, 50), document(2, 300), document(3, 30), document(4, 20)];
    expect(hrefsOf(readingOrderPartOf(long, allOpen(long), [at('c2.250.xhtml')]))).toEqual(['c2.xhtml', 'c3.xhtml']);
    const part = readingOrderPartOf(long, allOpen(long), [at('c2.xhtml')]);
    expect(part).toMatchObject({ documents: 5, segments: 401, from: 2, segmentsBefore: 51, charsBefore: 5_100 });
  });

  it('has a size that does not depend on the number of documents', () => {
    const bytes = (length: number): number => {
      const all = book(length);
      return JSON.stringify(readingOrderPartOf(all, allOpen(all), [at(`c${length / 2}.xhtml`)])).length;
    };
    // Only the digits of the numbers differ.
    expect(bytes(15_000) - bytes(20)).toBeLessThan(200);
    expect(bytes(15_000)).toBeLessThan(2_500);
  });
});
