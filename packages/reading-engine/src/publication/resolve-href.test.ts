import { describe, expect, it } from 'vitest';
import { resolveHref, splitHref } from './resolve-href.ts';

const base = 'http://book.localhost:8080/~c/ticket/';
const from = `${base}text/ch1.xhtml`;

describe('a link of a content document', () => {
  it.each([
    ['ch2.xhtml#a', true, 'text/ch2.xhtml#a'],
    ['../notes/%E6%B3%A8.xhtml', true, 'notes/注.xhtml'],
    ['#here', true, 'text/ch1.xhtml#here'],
    ['https://example.org/a?b=1', false, 'https://example.org/a?b=1'],
    ['mailto:a@b.cn', false, 'mailto:a@b.cn'],
    ['/~engine/x/frame.html', false, 'http://book.localhost:8080/~engine/x/frame.html'],
    ['../../other-ticket/a.xhtml', false, 'http://book.localhost:8080/~c/other-ticket/a.xhtml'],
    ['http://[broken', false, 'http://[broken'],
  ])('%s', (href, inside, expected) => {
    expect(resolveHref(href, from, base)).toEqual({ inside, href: expected });
  });
});

describe('a fragment', () => {
  it('a fragment is percent-decoded, and stays unchanged when it cannot be decoded', () => {
    expect(splitHref('a.xhtml#%E8%8A%82')).toEqual({ path: 'a.xhtml', fragment: '节' });
    expect(splitHref('a.xhtml#50%')).toEqual({ path: 'a.xhtml', fragment: '50%' });
    expect(splitHref('a.xhtml#')).toEqual({ path: 'a.xhtml' });
  });
});
