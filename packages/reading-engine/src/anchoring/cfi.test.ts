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
  it('a CFI counts elements by even steps and texts by odd ones', () => {
    const doc = parse('<p>零</p><p>学而<em>时</em>习之</p>');
    expect(writeCfiRange(rangeOver(doc, '而', '习'), 3)).toBe('epubcfi(/6/8!/4/4,/1:1,/3:1)');
  });

  it('the CFI of a bookmark is a single point', () => {
    const doc = parse('<p>学而时习之</p>');
    const range = rangeOver(doc, '时', '时');
    range.collapse(true);
    expect(writeCfiRange(range, 0)).toBe('epubcfi(/6/2!/4/2/1:2)');
  });

  it('the CFI written in a later segment refers to the whole document', () => {
    const cut = parse('<section data-cfi="/4/2"><p data-cfi="/4/2/40">甲</p><p>乙丙</p></section><p>丁</p>');
    cut.body.setAttribute('data-cfi', '/4');
    expect(writeCfiRange(rangeOver(cut, '丙', '丙'), 0)).toBe('epubcfi(/6/2!/4/2/42,/1:1,/1:2)');
    expect(writeCfiRange(rangeOver(cut, '丁', '丁'), 0)).toBe('epubcfi(/6/2!/4/4,/1:0,/1:1)');
    expect(findCfi('epubcfi(/6/2!/4/2/42,/1:1,/1:2)', cut)?.toString()).toBe('丙');
  });

  it('elements that a segment repeats are not counted', () => {
    const cut = parse(
      '<table data-cfi="/4/6"><thead data-repeat="true"><tr><th>列</th></tr></thead><tr data-cfi="/4/6/20"><td>值</td></tr></table>',
    );
    expect(writeCfiRange(rangeOver(cut, '值', '值'), 0)).toBe('epubcfi(/6/2!/4/6/20/2,/1:0,/1:1)');
  });
});

describe('reading a CFI', () => {
  it('a written CFI resolves to its passage, also where text nodes are split', () => {
    const doc = parse('<p>零</p><p>学而<em>时</em>习之不亦说乎</p>');
    const cfi = writeCfiRange(rangeOver(doc, '习', '不'), 0);
    const text = doc.querySelectorAll('p')[1]?.lastChild as Text;
    text.splitText(2);
    expect(findCfi(cfi, doc)?.toString()).toBe('习之不');
  });

  it('assertions are skipped and a full path is parsed', () => {
    expect(parseCfi('epubcfi(/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4)')).toEqual({
      itemIndex: 1,
      start: { steps: [4, 10, 2, 1], offset: 1 },
      end: { steps: [4, 10, 3], offset: 4 },
    });
  });

  it.each(['', 'epubcfi()', 'epubcfi(/6/4)', 'epubcfi(/6/3!/4)', 'epubcfi(/6/x!/4)', '/6/4!/4/2'])('%j is rejected', (cfi) => {
    expect(parseCfi(cfi)).toBeUndefined();
  });

  it('a path that does not exist resolves to nothing', () => {
    expect(findCfi('epubcfi(/6/2!/4/90/1:3)', parse('<p>短</p>'))).toBeUndefined();
  });
});

/** Returns whether a CFI resolves to exactly this node and offset. */
const leadsTo = (cfi: string, doc: Document, node: Node | null | undefined, offset: number): boolean => {
  const range = findCfi(cfi, doc);
  return range !== undefined && range.startContainer === node && range.startOffset === offset;
};

describe('a CFI in detail', () => {
  it('the CFI of a passage over two blocks writes the common path once', () => {
    const doc = parse('<div><p>甲</p><p>乙</p></div><p>丙</p>');
    expect(writeCfiRange(rangeOver(doc, '甲', '乙'), 0)).toBe('epubcfi(/6/2!/4/2,/2/1:0,/4/1:1)');
    expect(writeCfiRange(rangeOver(doc, '甲', '丙'), 0)).toBe('epubcfi(/6/2!/4,/2/2/1:0,/4/1:1)');
  });

  it('the start of a range keeps its last step when that step is the element around the end', () => {
    const doc = parse('<div><p>甲乙</p></div>');
    const range = doc.createRange();
    range.setStart(doc.body, 0);
    range.setEnd(doc.querySelector('p')?.firstChild as Text, 1);
    expect(writeCfiRange(range, 0)).toBe('epubcfi(/6/2!/4,/2,/2/2/1:1)');
    expect(findCfi(writeCfiRange(range, 0), doc)?.toString()).toBe('甲');
  });

  it('adjacent text nodes count as one text, also with comments between them', () => {
    const doc = parse('<p>甲乙<!-- 注 -->丙<em>丁</em>戊</p>');
    const text = doc.querySelector('p')?.firstChild as Text;
    text.splitText(1);
    expect(writeCfiRange(rangeOver(doc, '丙', '丙'), 0)).toBe('epubcfi(/6/2!/4/2,/1:2,/1:3)');
    expect(writeCfiRange(rangeOver(doc, '戊', '戊'), 0)).toBe('epubcfi(/6/2!/4/2,/3:0,/3:1)');
    for (const word of ['甲', '乙', '丙', '丁', '戊'])
      expect(findCfi(writeCfiRange(rangeOver(doc, word, word), 0), doc)?.toString()).toBe(word);
  });

  it('a position behind the last child is the step after that child', () => {
    const doc = parse('<p><em>甲</em></p>');
    const range = doc.createRange();
    range.selectNodeContents(doc.querySelector('p') as Element);
    expect(writeCfiRange(range, 0)).toBe('epubcfi(/6/2!/4/2,/2,/4)');
  });

  it('a CDATA section counts as text', () => {
    const doc = parse('<p>甲<![CDATA[乙]]>丙</p>');
    expect(writeCfiRange(rangeOver(doc, '丙', '丙'), 0)).toBe('epubcfi(/6/2!/4/2,/1:2,/1:3)');
    expect(findCfi('epubcfi(/6/2!/4/2,/1:1,/1:2)', doc)?.toString()).toBe('乙');
  });

  it('steps are counted from the last step stored in the document, and repeated elements are skipped', () => {
    const doc = parse('<section data-cfi="/4/20">甲</section><p>乙</p><p>丙</p><div><b data-repeat="true">重</b>丁<em>戊</em></div>');
    expect(['乙', '丙', '丁', '戊'].map((word) => writeCfiRange(rangeOver(doc, word, word), 0))).toEqual([
      'epubcfi(/6/2!/4/22,/1:0,/1:1)',
      'epubcfi(/6/2!/4/24,/1:0,/1:1)',
      'epubcfi(/6/2!/4/26,/1:0,/1:1)',
      'epubcfi(/6/2!/4/26/2,/1:0,/1:1)',
    ]);
    expect(leadsTo('epubcfi(/6/2!/4/26/2)', doc, doc.querySelector('em'), 0)).toBe(true);
  });

  it('the CFI of the whole document resolves to its root', () => {
    const doc = parse('<p>甲</p>');
    const range = doc.createRange();
    range.setStart(doc.documentElement, 0);
    range.setEnd(doc, 1);
    expect(writeCfiRange(range, 0)).toBe('epubcfi(/6/2!,/2,/2/4)');
  });

  it('a CFI is at most 2,048 characters long', () => {
    const doc = parse(`${'<b>'.repeat(1_200)}甲${'</b>'.repeat(1_200)}`);
    const range = rangeOver(doc, '甲', '甲');
    expect(writeCfiRange(range, 0)).toHaveLength(2_048);
    range.collapse(true);
    expect(writeCfiRange(range, 0)).toHaveLength(2_048);
  });

  it.each([
    ['epubcfi(/6/2!/4/2/1:12)', { itemIndex: 0, start: { steps: [4, 2, 1], offset: 12 }, end: { steps: [4, 2, 1], offset: 12 } }],
    ['  epubcfi(/6/2!/4/2)  ', { itemIndex: 0, start: { steps: [4, 2], offset: undefined }, end: { steps: [4, 2], offset: undefined } }],
    ['epubcfi(/6/2!/4/2/1:3~2.5)', { itemIndex: 0, start: { steps: [4, 2, 1], offset: 3 }, end: { steps: [4, 2, 1], offset: 3 } }],
    ['epubcfi(/6/2!/4/2/1:3[a^]b])', { itemIndex: 0, start: { steps: [4, 2, 1], offset: 3 }, end: { steps: [4, 2, 1], offset: 3 } }],
    ['epubcfi(/4!/4)', { itemIndex: 1, start: { steps: [4], offset: undefined }, end: { steps: [4], offset: undefined } }],
    ['epubcfi(/6/128[a!b]!/4)', { itemIndex: 63, start: { steps: [4], offset: undefined }, end: { steps: [4], offset: undefined } }],
    ['epubcfi(/6/2!/4,/2)', { itemIndex: 0, start: { steps: [4], offset: undefined }, end: { steps: [4], offset: undefined } }],
  ])('%s is parsed', (cfi, parsed) => {
    expect(parseCfi(cfi)).toEqual(parsed);
  });

  it.each([
    'xepubcfi(/6/4!/4)',
    'epubcfi(/6/4!/4)x',
    'epubcfi(!/4/2)',
    'epubcfi(/6/2.5!/4)',
    'epubcfi(/6/0!/4)',
    'epubcfi(/6/!/4)',
    'epubcfi(/6/4^!/4)',
    'epubcfi(/6/4!/4/a)',
    'epubcfi(/6/4!/4/2:x)',
    'epubcfi(/6/4!/4/2:1;s=b)',
    'epubcfi(/6/4!x/4)',
    'epubcfi(/6/4!/4,/2/1:x,/2/1:4)',
    'epubcfi(/6/4!/4,/2/1:3,/2/1:x)',
  ])('%s is rejected', (cfi) => {
    expect(parseCfi(cfi)).toBeUndefined();
  });

  it('a CFI resolves to an element, to the root, and never beyond the end of a text', () => {
    const doc = parse('<p>甲乙</p><p>丙</p>');
    expect(leadsTo('epubcfi(/6/2!/4/4)', doc, doc.querySelectorAll('p')[1], 0)).toBe(true);
    expect(findCfi('epubcfi(/6/2!/4/4)', doc)?.collapsed).toBe(true);
    expect(leadsTo('epubcfi(/6/2!)', doc, doc.documentElement, 0)).toBe(true);
    expect(leadsTo('epubcfi(/6/2!/4/2/1:99)', doc, doc.querySelector('p')?.firstChild, 2)).toBe(true);
    expect(leadsTo('epubcfi(/6/2!/4/2/1:2)', doc, doc.querySelector('p')?.firstChild, 2)).toBe(true);
    expect(findCfi('epubcfi(/6/2!/4,/90/1:0,/2/1:1)', doc)).toBeUndefined();
    expect(findCfi('epubcfi(/6/2!/4/2,/1:0,/90:1)', doc)).toBeUndefined();
    expect(findCfi('epubcfi(/6/2!/4/90,/1:0,/1:1)', doc)).toBeUndefined();
    expect(findCfi('no cfi', doc)).toBeUndefined();
  });

  it('a CFI resolves to the start of the first of two elements with the same step', () => {
    const doc = parse('<p data-cfi="/4/2">甲</p><p data-cfi="/4/2">乙</p>');
    for (const cfi of ['epubcfi(/6/2!/4/2)', 'epubcfi(/6/2!/4/2:1)']) expect(leadsTo(cfi, doc, doc.querySelector('p'), 0)).toBe(true);
  });

  it('a CFI resolves to the first of two adjacent texts at their boundary', () => {
    const doc = parse('<p>甲乙丙丁</p>');
    const text = doc.querySelector('p')?.firstChild as Text;
    const rest = text.splitText(2);
    expect(leadsTo('epubcfi(/6/2!/4/2/1:2)', doc, text, 2)).toBe(true);
    expect(leadsTo('epubcfi(/6/2!/4/2/1:3)', doc, rest, 1)).toBe(true);
    expect(leadsTo('epubcfi(/6/2!/4/2/1)', doc, text, 0)).toBe(true);
  });
});
