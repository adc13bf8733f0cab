import { describe, expect, test } from 'vitest';
import { PathIndex, resolveReference, servedHref } from './paths.ts';

describe('resolving a reference', () => {
  test.each([
    ['c2.xhtml#a', 'OEBPS/c2.xhtml', 'a', false],
    ['../img/a.png', 'img/a.png', undefined, false],
    ['./x/./y.css?v=1', 'OEBPS/x/y.css', undefined, false],
    ['/root.xhtml', 'root.xhtml', undefined, false],
    ['%E7%AC%AC%E4%B8%80%E7%AB%A0.xhtml#%E8%8A%82', 'OEBPS/第一章.xhtml', '节', false],
    ['第一 章.xhtml', 'OEBPS/第一 章.xhtml', undefined, false],
    ['100%.xhtml', 'OEBPS/100%.xhtml', undefined, false],
    ['..\\img\\a.png', 'img/a.png', undefined, false],
    ['../../../img/a.png', 'img/a.png', undefined, true],
    ['%2e%2e/%2e%2e/img/a.png', 'img/a.png', undefined, true],
    ['#top', 'OEBPS/c1.xhtml', 'top', false],
  ])('%s', (written, path, fragment, leaked) => {
    expect(resolveReference('OEBPS/c1.xhtml', written)).toEqual({ kind: 'inside', path, fragment, leaked });
  });
  test.each([
    ['https://example.com/a', 'external'],
    ['//example.com/a', 'external'],
    ['mailto:a@example.com', 'external'],
    ['java\nscript:alert(1)', 'forbidden'],
    ['file:///etc/passwd', 'forbidden'],
    ['data:text/html,x', 'forbidden'],
  ])('%s is %s', (written, kind) => {
    expect(resolveReference('OEBPS/c1.xhtml', written).kind).toBe(kind);
  });
});

describe('finding an entry by its path', () => {
  const index = new PathIndex(['OEBPS/Ch1.xhtml', 'OEBPS/caf\u00e9.xhtml', 'OEBPS/100%25.xhtml']);
  test.each([
    ['OEBPS/Ch1.xhtml', 'OEBPS/Ch1.xhtml', true],
    ['oebps/ch1.XHTML', 'OEBPS/Ch1.xhtml', false],
    ['OEBPS/cafe\u0301.xhtml', 'OEBPS/caf\u00e9.xhtml', false],
    ['OEBPS/100%.xhtml', 'OEBPS/100%25.xhtml', false],
  ])('%s', (wanted, path, exact) => {
    expect(index.find(wanted)).toEqual({ path, exact });
  });
  test('does not find another file', () => {
    expect(index.find('OEBPS/ch2.xhtml')).toBeUndefined();
  });
});

test('gives each file a unique address without characters that are special in URLs', () => {
  const usedHrefs = new Set<string>();
  expect(servedHref('a/b c#1?.xhtml', usedHrefs)).toBe('a/b c_1_.xhtml');
  expect(servedHref('a/b c_1_.xhtml', usedHrefs)).toBe('a/b c_1_-2.xhtml');
});
