/** Tests of the opaque cursors of pages. */
import { CodedError } from '@shufang/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pageOf, readCursor, readTimeCursor, writeCursor } from './cursor.ts';

const shape = z.tuple([z.number().int(), z.string()]);

test('a cursor returns the values it was written with, in characters that a URL may contain', () => {
  const cursor = writeCursor([1_764_000_000_000, '书/名+?']);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(cursor, shape)).toEqual([1_764_000_000_000, '书/名+?']);
});

test('an absent or empty cursor is the first page', () => {
  expect(readCursor(undefined, shape)).toBeUndefined();
  expect(readCursor('', shape)).toBeUndefined();
});

test.each([
  ['no JSON', Buffer.from('1 2').toString('base64url')],
  ['no base64url', '%%%'],
  ['values of another list', writeCursor(['a', 1])],
  ['too few values', writeCursor([1])],
])('a cursor with %s throws request.invalid', (_, cursor) => {
  expect(() => readCursor(cursor, shape)).toThrow(expect.objectContaining({ code: 'request.invalid' }) as CodedError);
});

test('the cursor of a list ordered by time returns the time and the id', () => {
  expect(readTimeCursor(writeCursor([1_764_000_000_000, 'a1']))).toEqual({ at: 1_764_000_000_000, id: 'a1' });
  expect(readTimeCursor(undefined)).toBeUndefined();
});

test.each([
  ['a name that no id has', writeCursor([1, 'a\u0000'])],
  ['no time', writeCursor(['a', 'a'])],
])('the cursor of a list ordered by time with %s throws request.invalid', (_, cursor) => {
  expect(() => readTimeCursor(cursor)).toThrow(expect.objectContaining({ code: 'request.invalid' }) as CodedError);
});

test('a page has the cursor of its last item when further items follow', () => {
  expect(pageOf([1, 2, 3], 2, String)).toEqual({ items: [1, 2], next: '2' });
  expect(pageOf([1, 2], 2, String)).toEqual({ items: [1, 2], next: undefined });
  expect(pageOf([], 2, String)).toEqual({ items: [], next: undefined });
});
