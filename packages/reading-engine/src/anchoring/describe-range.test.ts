// @vitest-environment jsdom
import { annotationTarget } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { indexText } from '../locator/text-index.ts';
import type { SpineSegment } from '../publication/spine.ts';
import { describeRange } from './describe-range.ts';
import { findTarget } from './find-target.ts';

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

describe('a selection described', () => {
  it.each(cases)('%s', (_, inside, start, end, exact) => {
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
    expect(target && findTarget({ text: index.text, startChar: 20_000, charOf: index.charOf }, target)?.state).toBe('exact');
  });

  it('gives context of 32 characters on each side', () => {
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

  it('is undefined where there is no text of the book', () => {
    const { doc, index } = load('<p>no block</p>');
    expect(describeRange({ range: doc.createRange(), index, spine })).toBeUndefined();
  });
});
