/** Tests the bounded cache of the server. */
import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('a full cache removes the entry that was not used for longest', () => {
  const cache = new LruCache<string, number>({ max: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([...cache.entries()]).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
  expect([cache.has('b'), cache.get('b'), cache.count]).toEqual([false, undefined, 2]);
});

test('a replaced entry counts once and as used', () => {
  const cache = new LruCache<string, number>({ max: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect([...cache.entries()]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('sizes are summed: a large entry removes several, and one above the maximum is not stored', () => {
  const cache = new LruCache<string, string>({ max: 5, sizeOf: (text) => text.length });
  cache.set('a', 'xx');
  cache.set('b', 'xx');
  cache.set('c', 'xxxx');
  expect([...cache.entries()]).toEqual([['c', 'xxxx']]);
  cache.set('d', 'xxxxxx');
  expect(cache.count).toBe(0);
  cache.set('e', 'xxxxx');
  expect(cache.has('e')).toBe(true);
});

test('a deleted entry and a cleared cache free their room', () => {
  const cache = new LruCache<string, string>({ max: 4, sizeOf: (text) => text.length });
  cache.set('a', 'xxx');
  expect([cache.delete('a'), cache.delete('a')]).toEqual([true, false]);
  cache.set('b', 'xxxx');
  cache.clear();
  expect(cache.count).toBe(0);
  cache.set('c', 'xxxx');
  expect(cache.get('c')).toBe('xxxx');
});

test('a removed or replaced entry is reported', () => {
  const removed: number[] = [];
  const cache = new LruCache<string, number>({ max: 2, onRemoved: (value) => removed.push(value) });
  cache.set('a', 1);
  cache.set('a', 2);
  cache.set('b', 3);
  cache.set('c', 4);
  cache.delete('b');
  cache.delete('missing');
  expect(removed).toEqual([1, 2, 3]);
});
