import { describe, expect, it } from 'vitest';
import type { Locator } from './locator.ts';
import { decodeLocatorParam, encodeLocatorParam } from './locator-param.ts';

const place: Locator = {
  href: 'text/第一章.xhtml',
  title: '学而第一',
  locations: { progression: 0.25, block: { blockId: 'b1a', offset: 12 } },
  text: { before: '子曰：', highlight: '学而时习之', after: '，不亦说乎？𠮷' },
};

describe('a locator in an address', () => {
  it('comes back as it went, Chinese and rare hanzi included', () => {
    expect(decodeLocatorParam(encodeLocatorParam(place))).toEqual(place);
  });

  it('needs no escaping', () => {
    expect(encodeLocatorParam(place)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it.each(['', '%%%', 'e30', encodeLocatorParam(place).slice(0, 40), 'A'.repeat(9000)])('is absent when it is not one: %.20s', (text) => {
    expect(decodeLocatorParam(text)).toBeUndefined();
  });
});
