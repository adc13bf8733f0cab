import { describe, expect, it } from 'vitest';
import type { Locator } from './locator.ts';
import { encodeLocatorParam, parseLocatorParam } from './locator-param.ts';

const example: Locator = {
  href: 'text/第一章.xhtml',
  title: '学而第一',
  locations: { progression: 0.25, block: { blockId: 'b1a', offset: 12 } },
  text: { before: '子曰：', highlight: '学而时习之', after: '，不亦说乎？𠮷' },
};

describe('a locator as a URL parameter', () => {
  it('is the same after encoding and decoding, also with rare Chinese characters', () => {
    expect(parseLocatorParam(encodeLocatorParam(example))).toEqual(example);
  });

  it('needs no percent-encoding', () => {
    expect(encodeLocatorParam(example)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is refused if it is too long', () => {
    expect(() => parseLocatorParam('A'.repeat(9_000))).toThrow('the locator is too long');
  });

  it.each([
    ['empty', '', SyntaxError],
    ['not in base64url', '%%%', DOMException],
    ['truncated', encodeLocatorParam(example).slice(0, 40), SyntaxError],
  ])('cannot be parsed if it is %s', (_how, text, error) => {
    expect(() => parseLocatorParam(text)).toThrow(error);
  });
});
