import { describe, expect, it } from 'vitest';
import { cursorInput, cursorPages } from './cursor-pages.ts';

describe('the pages of an operation', () => {
  it('start without a cursor', () => {
    expect(cursorInput(cursorPages.initialPageParam)).toEqual({});
  });

  it.each([
    [{ next: 'c2' }, 'c2'],
    [{ nextCursor: 'c3' }, 'c3'],
    [{}, undefined],
  ])('continue after %j at %s', (page, cursor) => {
    expect(cursorPages.getNextPageParam(page)).toBe(cursor);
  });

  it('send the cursor of the previous page', () => {
    expect(cursorInput('c2')).toEqual({ cursor: 'c2' });
  });
});
