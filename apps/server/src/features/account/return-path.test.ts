import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

describe('the path to return to after an external sign-in', () => {
  it.each(['/', '/bookshelf/recent', '/course/info/01J?from=qr#reviews', '/course/search?q=%E4%B9%A6', '/user?next=https://example.com/'])(
    'may be a page of this site: %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    'http:evil.example',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/bookshelf\\..\\..\\evil',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '\u0000/evil',
    ' /evil',
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/%2e//evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'bookshelf',
    '@evil.example',
    '',
  ])('is the start page instead of %j', (target) => {
    expect(safeReturnPath(target)).toBe('/');
  });

  it('leads to this site as every browser parses it', () => {
    for (const path of [
      '/%2f/evil.example',
      '/%5cevil.example',
      '/@evil.example',
      '/:80/',
      '/．．/x',
      '/?//evil.example',
      '/#//evil.example',
    ])
      expect(new URL(safeReturnPath(path), 'https://books.example.com').host).toBe('books.example.com');
  });
});
