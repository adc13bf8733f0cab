// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { findCfi, parseCfi, writeCfiRange } from './cfi.ts';

const parse = (inside: string, head = '<title>t</title>') =>
  new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${inside}</body></html>`,
    'application/xhtml+xml',
  );

const rangeOver = (doc: Document, from: string, to: string): Range => {
  const walker = doc.createTreeWalker(doc.documentElement, NodeFilter.SHOW_TEXT);
  const range = doc.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (text.includes(from)) range.setStart(node, text.indexOf(from));
    if (text.includes(to)) range.setEnd(node, text.indexOf(to) + to.length);
  }
  return range;
};

describe('writing a CFI', () => {
  it('counts elements by even steps and texts by odd ones', () => {
    const doc = parse('<p>零</p><p>学而<em>时</em>习之</p>');
    expect(writeCfiRange(rangeOver(doc, '而', '习'), 3)).toBe('epubcfi(/6/8!/4/4,/1:1,/3:1)');
  });

  it('is one point for a bookmark', () => {
    const doc = parse('<p>学而时习之</p>');
    const range = rangeOver(doc, '时', '时');
    range.collapse(true);
    expect(writeCfiRange(range, 0)).toBe('epubcfi(/6/2!/4/2/1:2)');
  });

  it('is that of the whole document in a later segment of it', () => {
    const cut = parse('<section data-cfi="/4/2"><p data-cfi="/4/2/40">甲</p><p>乙丙</p></section><p>丁</p>');
    cut.body.setAttribute('data-cfi', '/4');
    expect(writeCfiRange(rangeOver(cut, '丙', '丙'), 0)).toBe('epubcfi(/6/2!/4/2/42,/1:1,/1:2)');
    expect(writeCfiRange(rangeOver(cut, '丁', '丁'), 0)).toBe('epubcfi(/6/2!/4/4,/1:0,/1:1)');
    expect(findCfi('epubcfi(/6/2!/4/2/42,/1:1,/1:2)', cut)?.toString()).toBe('丙');
  });

  it('does not count what a segment repeats', () => {
    const cut = parse(
      '<table data-cfi="/4/6"><thead data-repeat="true"><tr><th>列</th></tr></thead><tr data-cfi="/4/6/20"><td>值</td></tr></table>',
    );
    expect(writeCfiRange(rangeOver(cut, '值', '值'), 0)).toBe('epubcfi(/6/2!/4/6/20/2,/1:0,/1:1)');
  });
});

describe('reading a CFI', () => {
  it('finds what was written, also where text nodes are split', () => {
    const doc = parse('<p>零</p><p>学而<em>时</em>习之不亦说乎</p>');
    const cfi = writeCfiRange(rangeOver(doc, '习', '不'), 0);
    const text = doc.querySelectorAll('p')[1]?.lastChild as Text;
    text.splitText(2);
    expect(findCfi(cfi, doc)?.toString()).toBe('习之不');
  });

  it('skips assertions and understands a whole path', () => {
    expect(parseCfi('epubcfi(/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4)')).toEqual({
      itemIndex: 1,
      start: { steps: [4, 10, 2, 1], offset: 1 },
      end: { steps: [4, 10, 3], offset: 4 },
    });
  });

  it.each(['', 'epubcfi()', 'epubcfi(/6/4)', 'epubcfi(/6/3!/4)', 'epubcfi(/6/x!/4)', '/6/4!/4/2'])('refuses %j', (cfi) => {
    expect(parseCfi(cfi)).toBeUndefined();
  });

  it('finds nothing where the path does not lead', () => {
    expect(findCfi('epubcfi(/6/2!/4/90/1:3)', parse('<p>短</p>'))).toBeUndefined();
  });
});
