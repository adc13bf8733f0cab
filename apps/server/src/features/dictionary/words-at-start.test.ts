import { expect, it } from 'vitest';
import { wordsAtStart } from './words-at-start.ts';

it.each([
  ['学而时', ['学', '学而', '学而时']],
  ['Apple pie', ['apple', 'apple pie']],
  ['AA制。', ['aa', 'aa制', 'aa制。']],
  ["don't", ["don't"]],
  ['  ', []],
])('the words with which %j can begin', (text, words) => expect(wordsAtStart(text)).toEqual(words));

it('a word has at most 20 characters that are not Latin letters', () => {
  expect(wordsAtStart('字'.repeat(40)).map(({ length }) => length)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(wordsAtStart('a'.repeat(40))).toEqual(['a'.repeat(40)]);
});
