// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { findCfi, writeCfiRange } from '../anchoring/cfi.ts';
import { indexText } from '../locator/text-index.ts';
import { addPracticeButtons, practiceButtonAt, practiceOf } from './practice-buttons.ts';
import { readPractice } from './read-practice.ts';

const documentOf = (body: string): Document =>
  new DOMParser().parseFromString(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`, 'application/xhtml+xml');

const CHOICE = `<ol><li id="ex-1-2" data-epub-type="practice multiple-choice-problem">
<p data-block="b1">下面的程序会显示
几行？<a role="doc-noteref" href="#n">1</a></p>
<pre data-block="b2"><code>print("春")
# print("夏")</code></pre>
<ol type="A"><li data-block="b3">一行</li><li data-block="b4"><b>两</b>行</li></ol>
<details><summary data-block="b5">查看答案</summary><p data-epub-type="answer" data-block="b6">答案：A</p><p data-block="b7">第二行是<ruby>注<rt>zhu</rt></ruby>释。</p><p data-block="b8"><a href="answers.xhtml#ans-1-2">详细解答</a></p></details>
</li></ol>`;
const GENERAL = `<section id="q" data-epub-type="practice"><p data-block="b1">说明 <math data-unicode="x²"><mi>x</mi></math> 的意义。<img src="a.png" alt="数轴"/></p><p data-epub-type="answer" data-block="b2">平方。</p></section>`;

const buttonsIn = (doc: Document): HTMLElement[] => [...doc.querySelectorAll<HTMLElement>('button')];
const practiceIn = (doc: Document) => {
  addPracticeButtons(doc, '做这道题');
  return buttonsIn(doc).map((button) => {
    const element = practiceOf(practiceButtonAt(button) ?? button);
    return element && readPractice(element, 'text/ch01.xhtml');
  });
};

it('reads a choice with its options, answer and explanation', () => {
  expect(practiceIn(documentOf(CHOICE))).toEqual([
    {
      id: 'ex-1-2',
      href: 'text/ch01.xhtml',
      problem: 'multipleChoice',
      question: [
        { name: 'p', children: ['下面的程序会显示 几行？', '1'] },
        ' ',
        { name: 'pre', children: [{ name: 'code', children: ['print("春")\n# print("夏")'] }] },
      ],
      options: [['一行'], [{ name: 'strong', children: ['两'] }, '行']],
      answer: ['答案：A'],
      explanation: [{ name: 'p', children: ['第二行是', '注', '释。'] }],
    },
  ]);
});

it('reads formulas and pictures as text', () => {
  expect(practiceIn(documentOf(GENERAL))).toMatchObject([
    {
      problem: 'general',
      question: [{ name: 'p', children: ['说明 ', 'x²', ' 的意义。', { name: 'img', attributes: { alt: '数轴' } }] }],
      options: [],
      answer: ['平方。'],
      explanation: [],
    },
  ]);
});

it('adds the button before the answer, without changing the text of the book or the positions in it', () => {
  const [before, after] = [documentOf(CHOICE), documentOf(CHOICE)];
  addPracticeButtons(after, '做这道题');
  expect(buttonsIn(after).map(({ nextElementSibling }) => nextElementSibling?.localName)).toEqual(['details']);
  expect(indexText(after.body).text).toBe(indexText(before.body).text);
  const range = before.createRange();
  range.selectNode(before.querySelector('[data-block="b7"]')?.firstChild ?? before.body);
  const cfi = writeCfiRange(range, 0);
  expect(findCfi(cfi, after)?.startContainer.parentElement?.closest('[data-block]')?.getAttribute('data-block')).toBe('b7');
});

it.each([
  ['without an answer', '<p id="q" data-epub-type="practice">题</p>'],
  ['without an id', '<section data-epub-type="practice"><p>题</p><p data-epub-type="answer">答</p></section>'],
  ['of several questions', '<section id="s" data-epub-type="practices"><p data-epub-type="answer">答</p></section>'],
])('adds no button to an element %s', (_name, body) => {
  expect(practiceIn(documentOf(body))).toEqual([]);
});
