import type { ReadingOrderItem } from '@shufang/contract';
import { expect, it } from 'vitest';
import { outlineOf, rowAtProgression } from './book-outline.ts';
import { charsOf, timeLeft } from './time-left.ts';

const aDocument = (href: string, chars: number): ReadingOrderItem => ({
  href,
  type: 'application/xhtml+xml',
  chars,
  startPosition: 1,
  positions: 1,
  layout: 'reflowable',
  linear: true,
  segments: [{ href, firstBlock: 'b1', lastBlock: 'b2', startChar: 0, chars }],
  open: true,
});
const documents = [aDocument('c1', 6_000), aDocument('c2', 12_000), aDocument('c3', 2_000)];
const outline = outlineOf(documents, [
  { title: '第一章', href: 'c1' },
  { title: '第二章', href: 'c2' },
  { title: '第三章', href: 'c3' },
]);

it.each([
  ['the start', 0, { chapter: 20, book: 67 }],
  ['the middle of a chapter', 0.6, { chapter: 20, book: 27 }],
  ['the last line of a chapter', 0.29995, { chapter: 1, book: 47 }],
  ['the end', 1, { chapter: 0, book: 0 }],
])('at %s, the rest of the chapter and of the book takes minutes at 300 characters per minute', (_, progression, left) => {
  expect(timeLeft(charsOf(documents), rowAtProgression(outline, progression), progression, 300)).toEqual(left);
});

it('before the first entry of the table of contents only the time left in the book is known', () => {
  expect(timeLeft(20_000, undefined, 0.1, 300)).toEqual({ chapter: undefined, book: 60 });
});

it('a picture book and an unknown position have no time', () => {
  expect(timeLeft(200, undefined, 0.5, 300)).toBeUndefined();
  expect(timeLeft(20_000, undefined, undefined, 300)).toBeUndefined();
});
