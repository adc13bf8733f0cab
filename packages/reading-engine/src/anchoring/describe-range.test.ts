// @vitest-environment jsdom
import { annotationTarget } from '@shufang/contract';
import { createPassageFinder } from '@shufang/contract/anchoring';
import { readableQuote } from '@shufang/contract/formula-text';
import { describe, expect, it } from 'vitest';
import { indexText } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { describeRange } from './describe-range.ts';
import { noteReferencesIn, withoutSpans } from './note-references.ts';

const load = (inside: string) => {
  const doc = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><body>${inside}</body></html>`,
    'application/xhtml+xml',
  );
  return { doc, index: indexText(doc.body) };
};
const spine = {
  index: 4,
  itemIndex: 2,
  item: { href: 'text/c.xhtml' },
  segment: { href: 'text/c~1.xhtml', startChar: 20_000 },
} as SpineSegment;

const cases: [name: string, inside: string, start: [string, number], end: [string, number], exact: string][] = [
  ['a passage of one paragraph', '<p data-block="b1">学而时习之</p>', ['学而时习之', 1], ['学而时习之', 4], '而时习'],
  [
    'ruby: the base without its reading',
    '<p data-block="b1">写<ruby>汉<rt>hàn</rt>字<rt>zì</rt></ruby>吧</p>',
    ['写', 0],
    ['吧', 1],
    '写汉字吧',
  ],
  ['from inside a reading', '<p data-block="b1">写<ruby>汉<rt>hàn</rt></ruby>字吧</p>', ['hàn', 1], ['字吧', 1], '字'],
  ['a rare hanzi of two units', '<p data-block="b1">在𠮷野家</p>', ['在𠮷野家', 1], ['在𠮷野家', 4], '𠮷野'],
  [
    'over the edge of a table cell',
    '<table><tr><td data-block="b1">甲乙</td><td data-block="b2">丙丁</td></tr></table>',
    ['甲乙', 1],
    ['丙丁', 1],
    '乙\n丙',
  ],
  [
    'a formula',
    '<p data-block="b1">设<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>2</mn></math>时</p>',
    ['设', 0],
    ['时', 1],
    '设x=2时',
  ],
];

describe('the description of a selection', () => {
  it.each(cases)('contains the expected text: %s', (_, inside, start, end, exact) => {
    const { doc, index } = load(inside);
    const nodeOf = (text: string): Node => {
      const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.textContent === text) return node;
      throw new Error(`no text ${text}`);
    };
    const range = doc.createRange();
    range.setStart(nodeOf(start[0]), start[1]);
    range.setEnd(nodeOf(end[0]), end[1]);
    const target = describeRange({ range, index, spine });
    expect(target?.quote.exact).toBe(exact);
    expect(target && annotationTarget.parse(target)).toEqual(target);
    expect(target && target.position.end - target.position.start).toBe(exact.length);
    expect(target && index.text.slice(target.position.start - 20_000, target.position.end - 20_000)).toBe(exact);
    expect(target && createPassageFinder(index.blocks).find(target)?.state).toBe('exact');
  });

  it('lists the formulas of the passage and its context in both notations', () => {
    const { doc, index } = load(
      `<p data-block="b1">权重<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>𝐰</mi><annotation encoding="application/x-tex">\\mathbf{w}</annotation></semantics></math>和<math xmlns="http://www.w3.org/1998/Math/MathML" data-unicode="b²" data-tex="b^{2}"><msup><mi>b</mi><mn>2</mn></msup></math>之前</p>`,
    );
    const paragraph = doc.querySelector('p') as Element;
    const range = doc.createRange();
    range.setStart(paragraph.firstChild as Text, 1);
    range.setEnd(paragraph.childNodes[2] as Text, 1);
    const quote = describeRange({ range, index, spine })?.quote;
    expect(quote).toMatchObject({ exact: '重𝐰\\mathbf{w}和', suffix: 'b2之前' });
    expect(quote && readableQuote(quote)).toEqual({ prefix: '权', exact: '重𝐰和', suffix: 'b²之前' });
    expect(quote && readableQuote(quote, 'tex').exact).toBe('重$\\mathbf{w}$和');
  });

  it('a description contains 32 characters of context on each side', () => {
    const text = Array.from({ length: 20 }, (_, i) => `第${i + 10}句`).join('');
    const { doc, index } = load(`<p data-block="b1">${text}</p>`);
    const node = doc.querySelector('p')?.firstChild as Text;
    const range = doc.createRange();
    range.setStart(node, 40);
    range.setEnd(node, 44);
    expect(describeRange({ range, index, spine })?.quote).toEqual({
      exact: '第20句',
      prefix: text.slice(8, 40),
      suffix: text.slice(44, 76),
    });
  });

  it('has no half of a character at the ends of its texts', () => {
    for (const [before, after] of [0, 1].flatMap((one) => [0, 1].map((other) => ['一'.repeat(one), '一'.repeat(other)] as const))) {
      const { doc, index } = load(`<p data-block="b1">${'𠮷'.repeat(40)}${before}中文${after}${'𠮷'.repeat(11_000)}</p>`);
      const node = doc.querySelector('p')?.firstChild as Text;
      const range = doc.createRange();
      for (const [start, end] of [
        [80 + before.length, 82 + before.length],
        [80 + before.length, node.data.length],
        [1, 5],
      ]) {
        range.setStart(node, start ?? 0);
        range.setEnd(node, end ?? 0);
        const quote = describeRange({ range, index, spine })?.quote;
        expect([quote?.prefix, quote?.exact, quote?.suffix].map((part) => part?.isWellFormed())).toEqual([true, true, true]);
      }
    }
  });

  it('a selection that starts in a ruby reading is described by the base text', () => {
    const { doc, index } = load('<p data-block="b1">写<ruby>汉<rt>hàn</rt></ruby>字吧</p>');
    const last = doc.querySelector('p')?.lastChild as Text;
    const from = (node: Node, offset: number) => {
      const range = doc.createRange();
      range.setStart(node, offset);
      range.setEnd(last, 1);
      return describeRange({ range, index, spine });
    };
    const clean = from(last, 0);
    expect(clean?.cfi).toBe('epubcfi(/6/6!/2/2,/3:0,/3:1)');
    expect(from(doc.querySelector('rt')?.firstChild as Text, 2)).toEqual(clean);
  });

  it('the quote of a longer passage ends at 20,000 characters, and the other selectors cover all of it', () => {
    const { doc, index } = load(`<p data-block="b1">${'长'.repeat(20_010)}</p>`);
    const range = doc.createRange();
    range.selectNodeContents(doc.querySelector('p')?.firstChild as Text);
    const target = describeRange({ range, index, spine });
    expect(target?.quote.exact).toHaveLength(20_000);
    expect(target?.position).toEqual({ start: 20_000, end: 40_010 });
    expect(target?.blocks.end).toEqual({ blockId: 'b1', offset: 20_010 });
  });

  it('a selection of only a picture has a CFI and no text', () => {
    const { doc, index } = load('<p data-block="b1"><img alt="图"/></p>');
    const range = doc.createRange();
    range.selectNodeContents(doc.querySelector('p') as Element);
    expect(describeRange({ range, index, spine })).toMatchObject({ quote: { exact: '' }, cfi: expect.stringMatching(/^epubcfi\(\/6\/6!/) });
  });

  it('the description is undefined where the book has no text', () => {
    const { doc, index } = load('<p>no block</p>');
    expect(describeRange({ range: doc.createRange(), index, spine })).toBeUndefined();
  });
});

describe('the text of a selection as it is cited', () => {
  it('has no marks of footnotes, and its formulas stay where they are', () => {
    const { doc, index } = load(
      '<p data-block="b1">学而<sup><a href="#n1">[1]</a></sup>时习<a epub:type="noteref" xmlns:epub="http://www.idpf.org/2007/ops" href="#n2">②</a>' +
        '设<math xmlns="http://www.w3.org/1998/Math/MathML" data-unicode="x²"><msup><mi>x</mi><mn>2</mn></msup></math>，见<a href="#c2">第2章</a></p>',
    );
    const range = doc.createRange();
    range.selectNodeContents(doc.body.firstElementChild as Element);
    const target = describeRange({ range, index, spine });
    if (target === undefined) throw new Error('the range has no text');
    expect(target.quote.exact).toContain('学而[1]时习②设');
    const cited = withoutSpans(target.quote, noteReferencesIn(range, index));
    expect(readableQuote(cited).exact).toBe('学而时习设x²，见第2章');
  });

  it('of one text node in a mark is not shortened beyond it', () => {
    const { doc, index } = load('<p data-block="b1">学而<sup><a href="#n1">[1]</a></sup>时习</p>');
    const range = doc.createRange();
    range.setStart(doc.querySelector('a')?.firstChild as Node, 1);
    range.setEnd(doc.body.firstElementChild as Element, 3);
    expect(noteReferencesIn(range, index)).toEqual([[0, 2]]);
  });
});
