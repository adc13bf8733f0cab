import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isTrivialKey } from './secret-strength.ts';

const isTrivial = (bytes: Uint8Array): boolean => isTrivialKey(Buffer.from(bytes).toString('base64'), bytes);
const isTrivialText = (text: string): boolean => isTrivialKey(text, Buffer.from(text, 'base64'));

it.each([
  ['zeros', new Uint8Array(32)],
  ['one value', new Uint8Array(64).fill(0xa5)],
  ['two values', Uint8Array.from({ length: 64 }, (_, index) => (index % 3 === 0 ? 1 : 2))],
  ['zeros with one byte that is none', new Uint8Array(32).fill(9, 17, 18)],
  ['counting up', Uint8Array.from({ length: 48 }, (_, index) => index)],
  ['counting down by three', Uint8Array.from({ length: 48 }, (_, index) => 255 - 3 * index)],
  ['a short piece repeated', new Uint8Array(Buffer.from('shufang!'.repeat(5)))],
  ['half of it twice', new Uint8Array(Buffer.concat([Buffer.from('0123456789abcdefghij!#%&'), Buffer.from('0123456789abcdefghij!#%&')]))],
])('a key of %s is trivial', (_, bytes) => {
  expect(isTrivial(bytes)).toBe(true);
});

it.each(['change-me-'.repeat(5), 'abcd'.repeat(12), `${'A'.repeat(43)}=`])('the text %s is trivial', (text) => {
  expect(isTrivialText(text)).toBe(true);
});

it('random keys in base64 or hexadecimal are not trivial', () => {
  for (let round = 0; round < 2_000; round += 1) {
    expect(isTrivial(new Uint8Array(randomBytes(32)))).toBe(false);
    expect(isTrivialText(randomBytes(32).toString('hex'))).toBe(false);
    expect(isTrivial(new Uint8Array(Buffer.from(randomBytes(32).toString('hex'))))).toBe(false);
  }
});
