import { describe, expect, test } from 'vitest';
import { isGlobalAttribute } from './allowlist.ts';
import { cleanBody } from './testing/convert-for-tests.ts';

/** Attributes that the content kernel and the reading engine write and trust; a book must not set them. */
const OURS = [
  'data-block',
  'data-cfi',
  'data-repeat',
  'data-continued',
  'data-epub-type',
  'data-placeholder',
  'data-shufang-x',
  'data-engine-x',
  'data-keep',
  'data-upright',
  'data-beside-han',
  'data-unicode',
  'data-tex',
];

describe('attributes a book may set on any element', () => {
  test.each(OURS)('%s is not allowed', (name) => {
    expect(isGlobalAttribute(name)).toBe(false);
    expect(isGlobalAttribute(`${name}-more`)).toBe(false);
    expect(cleanBody(`<p ${name}="forged">字</p>`)).not.toContain('forged');
    expect(cleanBody(`<svg xmlns="http://www.w3.org/2000/svg" ${name}="forged"><title>字</title></svg>`)).not.toContain('forged');
  });

  test.each(['data-a', 'data-a-b.c_d', 'data-text', 'aria-label', 'lang', 'title', 'class'])('%s is allowed', (name) => {
    expect(isGlobalAttribute(name)).toBe(true);
  });

  test.each(['data-', 'data-A', 'data-a:b', 'data-a b', 'onclick', 'srcdoc', 'is', 'contenteditable'])(
    '%s is not allowed on any element',
    (name) => {
      expect(isGlobalAttribute(name)).toBe(false);
    },
  );
});
