// @vitest-environment jsdom

import { expect, it } from 'vitest';
import { indexText } from '../locator/text-index.ts';
import { clipOf, phrasesOf } from './phrases.ts';
import { sentencesOf } from './sentences.ts';

const find = (inside: string, guided: Parameters<typeof phrasesOf>[0]) => {
  document.body.innerHTML = inside;
  const index = indexText(document.body);
  return phrasesOf(guided, 'c1.xhtml', document.body, index, sentencesOf(index));
};

it('are the narrated elements of the segment, with their range and their clip, in the order of the narration', () => {
  const found = find('<p data-block="b1"><i id="b">乙。</i><i id="a">甲的<ruby>字<rt>zì</rt></ruby>。</i></p>', [
    { textref: 'c1.xhtml#a', audioref: 'a.mp3#t=1.5,3' },
    { textref: 'c1.xhtml#b', audioref: 'a.mp3#t=3' },
    { textref: 'c2.xhtml#b' },
    { textref: 'c1.xhtml#none' },
  ]);
  expect(found.map(({ text, start, end, clip, element }) => [element.id, text, start, end, clip])).toEqual([
    ['a', '甲的字。', 2, 6, { href: 'a.mp3', begin: 1.5, end: 3 }],
    ['b', '乙。', 0, 2, { href: 'a.mp3', begin: 3 }],
  ]);
});

it('can be skipped by their type, and a picture without text is a phrase of its own', () => {
  const found = find('<p data-block="b1" id="n">注文。</p><p data-block="b2"><img id="i" alt="" /></p>', [
    { textref: 'c1.xhtml#n', role: ['footnote'] },
    { textref: 'c1.xhtml#i', audioref: 'a.mp3#t=0,1' },
  ]);
  expect(found.map(({ isAside, picture }) => [isAside, picture?.id])).toEqual([
    [true, undefined],
    [false, 'i'],
  ]);
});

it('have a whole file as their clip if no time is given', () => {
  expect(clipOf('a.mp3')).toEqual({ href: 'a.mp3', begin: 0 });
  expect(clipOf(undefined)).toBeUndefined();
});
