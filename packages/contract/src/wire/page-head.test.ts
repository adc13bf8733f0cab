import { describe, expect, it } from 'vitest';
import { canonicalPath, pageDescription, shortDescription } from './page-head.ts';
import { documentTitle } from './page-title.ts';

describe('the description of a page', () => {
  it('contains a short text unchanged, on one line', () => {
    expect(shortDescription(' 语录\n\n 二十篇 ')).toBe('语录 二十篇');
  });

  it('ends after a whole sentence when one fits', () => {
    const sentence = `${'学'.repeat(59)}。`;
    expect(shortDescription(sentence.repeat(4))).toBe(sentence.repeat(2));
  });

  it('is truncated with an ellipsis when the only sentence that fits is too short', () => {
    const cut = shortDescription(`短。${'习'.repeat(300)}`);
    expect(cut).toBe(`短。${'习'.repeat(147)}…`);
    expect(cut).toHaveLength(150);
  });

  it('does not split a surrogate pair', () => {
    expect(shortDescription(`${'习'.repeat(148)}𠮷𠮷`)).toBe(`${'习'.repeat(148)}…`);
  });
});

describe('the canonical path', () => {
  it.each([
    ['/', '', '/'],
    ['/', '?utm_source=x', '/'],
    ['/course/info/01abc/', '?tab=contents&utm_campaign=y', '/course/info/01abc'],
    ['/course/list', '?category=science', '/course/list'],
    ['/book/list', '?utm=1&id=人&source=author', '/book/list?source=author&id=%E4%BA%BA'],
    ['/book/list', 'source=hot', '/book/list?source=hot'],
  ])('of %s%s is %s', (pathname, search, canonical) => {
    expect(canonicalPath(pathname, search)).toBe(canonical);
  });
});

it('titles and descriptions contain the product name exactly once', () => {
  expect([documentTitle(''), documentTitle('书房'), documentTitle('论语')]).toEqual(['书房', '书房', '论语 · 书房']);
  expect(pageDescription('教师手册')).toMatch(/^教师手册 · 书房：/);
  expect(pageDescription()).toMatch(/^书房：/);
});
