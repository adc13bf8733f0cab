// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { indexText } from '../locator/text-index.ts';
import { divideIntoSentences, sentenceAt, sentencesOf } from './sentences.ts';

const indexOf = (inside: string) => {
  const document = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${inside}</body></html>`,
    'application/xhtml+xml',
  );
  // A parsed document has no window, so computed styles are those of a document that is shown.
  window.document.body.replaceChildren(window.document.importNode(document.querySelector('body') ?? document.documentElement, true));
  const body = window.document.body.firstElementChild;
  if (!body) throw new Error('the fixture is not XML');
  return indexText(body);
};
const said = (inside: string): string[] => sentencesOf(indexOf(inside)).map(({ text }) => text);

describe('the sentences of a text', () => {
  it('are marked if they belong to a footnote, so that the running text is read without it', () => {
    const sentences = sentencesOf(
      indexOf(
        '<p data-block="b1">正文。</p><aside role="doc-footnote"><p data-block="b2">注文。</p></aside><ol data-epub-type="endnotes"><li data-block="b3">尾注。</li></ol>',
      ),
    );
    expect(sentences.map(({ text, isAside }) => [text, isAside])).toEqual([
      ['正文。', false],
      ['注文。', true],
      ['尾注。', true],
    ]);
  });

  it('are divided at Chinese and Latin marks, with their closing quotation marks', () => {
    const text = '他说：“学而时习之，不亦说乎？”我点了头。See Fig. 2 and use 3.14 here. 完！';
    expect(divideIntoSentences(text).map(([from, to]) => text.slice(from, to).trim())).toEqual([
      '他说：“学而时习之，不亦说乎？”',
      '我点了头。',
      'See Fig. 2 and use 3.14 here.',
      '完！',
    ]);
  });

  it('end with their block, and white space of the source does not divide them', () => {
    expect(said('<p data-block="b1">第一行\n    没有完</p><p data-block="b2">第二段。</p>')).toEqual(['第一行 没有完', '第二段。']);
  });

  it('are divided at line breaks and in lines of code', () => {
    expect(said('<p data-block="b1">床前明月光，<br/>疑是地上霜。</p>')).toEqual(['床前明月光，', '疑是地上霜。']);
    expect(said('<pre data-block="b1" style="white-space:pre">a = 1\nb = 2</pre>')).toEqual(['a = 1', 'b = 2']);
  });

  it('are shorter than what a voice says in 15 seconds, and are divided between clauses', () => {
    const text = `${'这是一个很长的分句，'.repeat(40)}到此为止。`;
    const parts = divideIntoSentences(text).map(([from, to]) => text.slice(from, to));
    expect(parts.join('')).toBe(text);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(200);
    expect(parts[0]?.endsWith('，')).toBe(true);
  });

  it('do not include lines without a word', () => {
    expect(said('<p data-block="b1">———</p><p data-block="b2">* * *</p><p data-block="b3">正文。</p>')).toEqual(['正文。']);
  });

  it('have the base of ruby text once, and no readings', () => {
    expect(said('<p data-block="b1"><ruby>汉<rt>hàn</rt>字<rt>zì</rt></ruby>之美。</p>')).toEqual(['汉字之美。']);
  });

  it('have no footnote marks, back links, page numbers and hidden text', () => {
    const inside =
      '<p data-block="b1">正文<a href="#n1" role="doc-noteref">[1]</a>继续<span role="doc-pagebreak">12</span><span style="display:none">藏</span><span style="visibility:hidden">隐</span>。</p><p data-block="b2">注文。<a href="#r1" role="doc-backlink">返回</a></p>';
    expect(said(inside)).toEqual(['正文继续。', '注文。']);
  });

  it('have the reading of a formula instead of its symbols and its TeX', () => {
    const inside =
      '<p data-block="b1">设<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation encoding="application/x-tex">\\frac ab</annotation></semantics></math>为正。</p>';
    expect(said(inside)).toEqual(['设 b 分之 a 为正。']);
  });

  it('describe pictures by their alternative text, but not one that repeats its caption or is decorative', () => {
    const inside =
      '<figure><img src="a.png" alt="山水长卷"/><figcaption data-block="b1">图一</figcaption></figure><figure><img src="b.png" alt="瀑布"/><figcaption data-block="b2">瀑布</figcaption></figure><p data-block="b3">字<img src="c.png" alt="㐂"/>外<img src="d.png" alt=""/>。</p>';
    expect(said(inside)).toEqual(['图：山水长卷', '图一', '瀑布', '字㐂外。']);
  });

  it('have the range of their text, a formula as a whole', () => {
    const index = indexOf(
      '<p data-block="b1">前句。设<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math>大于零。</p><p data-block="b2"> 后句。</p>',
    );
    expect(sentencesOf(index).map(({ start, end }) => index.text.slice(start, end))).toEqual(['前句。', '设x2大于零。', '后句。']);
  });

  it('are found by an offset: the sentence that contains it, or the next one', () => {
    const sentences = sentencesOf(indexOf('<p data-block="b1">一二。三四。</p><p data-block="b2">———</p><p data-block="b3">五。</p>'));
    expect([0, 2, 3, 7, 11, 99].map((char) => sentenceAt(sentences, char))).toEqual([0, 0, 1, 2, 2, undefined]);
  });
});
