import { makeId, newId } from '@shufang/contract';
import { expect, test } from 'vitest';
import { comparePacked, packId, unpackId } from './packed-id.ts';

const ids = [
  ...Array.from({ length: 200 }, (_, index) => newId(index * 7_919_000_000)),
  makeId(0, new Uint8Array(16)),
  `7${'z'.repeat(25)}`,
  '00000000000000000000000001',
];

test('an id can be read from its integers', () => {
  expect(ids.map((id) => unpackId(packId(id) as Uint32Array, 0))).toEqual(ids);
});

test('packed ids have the order of their texts', () => {
  const byText = ids.toSorted();
  const byIntegers = ids.toSorted((a, b) => comparePacked(packId(a) as Uint32Array, 0, packId(b) as Uint32Array));
  expect(byIntegers).toEqual(byText);
});

test.each(['', 'book', `8${'0'.repeat(25)}`, `0${'A'.repeat(25)}`, `0${'u'.repeat(25)}`, '0'.repeat(27)])('%s is not packed', (id) => {
  expect(packId(id)).toBeUndefined();
});
