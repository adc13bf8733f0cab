import type { ReadingOrderItem } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { isClosedAt, nextOpenHref, outlineOf, rowAt, rowAtProgression, shareRead, visibleRows } from './book-outline.ts';

const item = (href: string, startPosition: number, positions: number, open = true): ReadingOrderItem => ({
  href,
  type: 'application/xhtml+xml',
  chars: positions * 1024,
  startPosition,
  positions,
  layout: 'reflowable',
  linear: true,
  segments: [{ href, firstBlock: 'b1', lastBlock: 'b2', startChar: 0, chars: positions * 1024 }],
  open,
});

const documents = [item('cover.xhtml', 1, 1), item('one.xhtml', 2, 4), item('two.xhtml', 6, 5, false)];
const rows = outlineOf(documents, [
  {
    title: '上编',
    children: [
      { title: '第一章', href: 'one.xhtml', children: [{ title: '第一节', href: 'one.xhtml#s1' }] },
      { title: '第二章', href: 'two.xhtml' },
    ],
  },
]);
/** A table of contents with one entry for each name. */
const tocOf = (...names: string[]) => names.map((name) => ({ title: name, href: `${name}.xhtml` }));

describe('an outline of a book', () => {
  test('contains entries in later segments of a long document: whether they are open, their start, and the position in them', () => {
    const part = (href: string, startChar: number) => ({ href, firstBlock: 'b1', lastBlock: 'b2', startChar, chars: 2_048 });
    const long = {
      ...item('long.xhtml', 2, 8, false),
      segments: [part('long.xhtml', 0), part('long.2.xhtml', 2_048), part('long.3.xhtml', 6_144)],
    };
    const parted = [item('one.xhtml', 1, 1), long, item('end.xhtml', 10, 1)];
    const parts = outlineOf(parted, tocOf('one', 'long', 'long.2', 'long.3', 'end'));
    expect(parts.map(({ title, document, isOpen, start, end }) => [title, document, isOpen, start, end])).toEqual([
      ['one', 0, true, 0, 0.1],
      ['long', 1, false, 0.1, 0.3],
      ['long.2', 1, false, 0.3, 0.7],
      ['long.3', 1, false, 0.7, 0.9],
      ['end', 2, true, 0.9, 1],
    ]);
    const at = (totalProgression: number) =>
      rowAt(parts, parted, { href: 'long.xhtml', title: 'long', locations: { totalProgression } })?.title;
    expect([at(0.1), at(0.29), at(0.3), at(0.69), at(0.8)]).toEqual(['long', 'long', 'long.2', 'long.2', 'long.3']);
    expect(nextOpenHref(parted, parts, 'long.2.xhtml#s')).toBe('end.xhtml');
    expect([isClosedAt(parted, 'long.3.xhtml#s'), isClosedAt(parted, 'one.xhtml')]).toEqual([true, false]);
  });

  test('finds the next open chapter after a closed one, if there is one', () => {
    const gapped = [item('one.xhtml', 1, 1, false), item('two.xhtml', 2, 1, false), item('three.xhtml', 3, 1)];
    expect(nextOpenHref(gapped, outlineOf(gapped, tocOf('one', 'two', 'three')), 'one.xhtml')).toBe('three.xhtml');
    expect(nextOpenHref(documents, rows, 'two.xhtml')).toBeUndefined();
  });

  test('has every entry with its level, its document and whether it is open', () => {
    expect(rows.map((row) => [row.key, row.title, row.level, row.document, row.isOpen])).toEqual([
      ['0', '上编', 1, -1, true],
      ['0.0', '第一章', 2, 1, true],
      ['0.0.0', '第一节', 3, 1, true],
      ['0.1', '第二章', 2, 2, false],
    ]);
  });

  test('finds the row of a locator by its title inside the document', () => {
    expect(rowAt(rows, documents, { href: 'one.xhtml', title: '第一节', locations: {} })?.key).toBe('0.0.0');
    expect(rowAt(rows, documents, { href: 'one.xhtml', locations: {} })?.key).toBe('0.0');
    expect(rowAt(rows, documents, { href: 'cover.xhtml', locations: {} })).toBeUndefined();
  });

  test('finds the chapter at the position of the slider', () => {
    expect(rowAtProgression(rows, 0.2)?.title).toBe('第一节');
    expect(rowAtProgression(rows, 0.9)?.title).toBe('第二章');
  });

  test('computes the progress in a chapter', () => {
    const [, first, , second] = rows;
    expect(first && shareRead(first, 0.3)).toBeCloseTo(0.5);
    expect(first && shareRead(first, 0.6)).toBe(1);
    expect(second && shareRead(second, 0.3)).toBe(0);
  });

  test('hides the rows inside a collapsed entry, and a filter shows the ancestors of its matches', () => {
    expect(visibleRows(rows, new Set(), '').map((row) => row.key)).toEqual(['0']);
    expect(visibleRows(rows, new Set(['0']), '').map((row) => row.key)).toEqual(['0', '0.0', '0.1']);
    expect(visibleRows(rows, new Set(), '第一节').map((row) => row.key)).toEqual(['0', '0.0', '0.0.0']);
  });
});
