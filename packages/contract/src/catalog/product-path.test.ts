import { expect, it } from 'vitest';
import { isPlainText, isProductPath } from './product-path.ts';

it.each([
  '/',
  '/course/list',
  '/course/info/01ARZ3NDEKTSV4RRFFQ69G5FAV?tab=1#notes',
  '/书/第一章',
  '/a%20b',
  '/100%25',
  '/%E4%B9%A6',
  '/a//b',
  '/a/../b',
])('isProductPath accepts %s', (path) => {
  expect(isProductPath(path)).toBe(true);
});

const HIDDEN = [
  0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0xad, 0x61c, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069,
  0xfeff, 0xe000, 0xe0041,
];
it.each(HIDDEN.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'isProductPath rejects the invisible character U+%s, literal and encoded up to three times',
  (_, character) => {
    let written = `/course${character}list`;
    for (let round = 0; round < 4; round += 1) {
      expect([isProductPath(written), isPlainText(written)], written).toEqual([false, false]);
      written = round === 0 ? `/course${encodeURIComponent(character)}list` : written.replaceAll('%', '%25');
    }
  },
);

it.each([
  '',
  'course/list',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a\\b',
  '/a b',
  'javascript:alert(1)',
  'https://evil.example/',
  '/\t/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/%c0%8a',
  '/a%0',
  '/\ud800',
  '/%25252525250a',
])('isProductPath rejects %j', (path) => {
  expect(isProductPath(path)).toBe(path === '/a%0');
});
