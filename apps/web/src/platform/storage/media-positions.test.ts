import { beforeEach, expect, test } from 'vitest';
import { findMediaPositions, storeMediaPosition } from './media-positions.ts';

beforeEach(() => localStorage.clear());

test('a position belongs to its reader, book and file, and a finished file has none', () => {
  storeMediaPosition('lin', 'a', 'one.mp4', 61.4);
  storeMediaPosition('lin', 'a', 'two.mp3', 5);
  storeMediaPosition('lin', 'a', 'two.mp3', undefined);
  expect(findMediaPositions('lin', 'a')).toEqual({ 'one.mp4': 61 });
  expect([findMediaPositions('mei', 'a'), findMediaPositions('lin', 'b')]).toEqual([{}, {}]);
});

test('the latest fifty files of a book have positions', () => {
  for (let n = 0; n < 60; n++) storeMediaPosition('lin', 'a', `${n}.mp3`, n);
  storeMediaPosition('lin', 'a', '10.mp3', 99);
  const positions = findMediaPositions('lin', 'a');
  expect(Object.keys(positions)).toHaveLength(50);
  expect([positions['9.mp3'], positions['10.mp3'], positions['59.mp3']]).toEqual([undefined, 99, 59]);
});

test.each(['not json', '{"a":1}', '[["a.mp3","b"]]'])('malformed positions %s count as absent', (text) => {
  localStorage.setItem('media:lin:a', text);
  expect(findMediaPositions('lin', 'a')).toEqual({});
});
