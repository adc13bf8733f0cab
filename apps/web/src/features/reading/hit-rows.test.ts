import type { Locator } from '@shufang/contract';
import { expect, test } from 'vitest';
import { addToRow, type HitRow, rowOf } from './hit-rows.ts';

/** Returns the hits of a word in a text, with so many characters of context on each side. */
const hitsIn = (text: string, word: string, context: number, href = 'c1.xhtml'): Locator[] =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    href,
    locations: {},
    text: {
      before: text.slice(Math.max(0, index - context), index),
      highlight: word,
      after: text.slice(index + word.length, index + word.length + context),
    },
  }));

const rowsOf = (hits: readonly Locator[]): HitRow[] => {
  const rows: HitRow[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = rows.at(-1);
    const joined = last && addToRow(last, hit);
    if (joined) rows[rows.length - 1] = joined;
    else rows.push(rowOf(hit, index));
  }
  return rows;
};
const drawn = (rows: readonly HitRow[]): string[] =>
  rows.map(({ parts }) => parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''));

test('hits whose contexts overlap share a row that shows the text once, with each match in it', () => {
  const rows = rowsOf(hitsIn('先讲线性回归，再讲岭回归，最后比较两种回归的偏差与方差。', '回归', 10));
  expect(drawn(rows)).toEqual(['先讲线性[回归]，再讲岭[回归]，最后比较两种[回归]的偏差与方差。']);
  expect(rows.map(({ index, count }) => [index, count])).toEqual([[0, 3]]);
});

test('a hit outside of the shown text, in another document, or at the beginning of a passage has a row of its own', () => {
  expect(rowsOf(hitsIn(`回归${'。'.repeat(30)}回归`, '回归', 10))).toHaveLength(2);
  const [one = { href: '', locations: {} }] = hitsIn('甲回归乙回归', '回归', 10);
  expect(rowsOf([one, ...hitsIn('甲回归乙回归', '回归', 10, 'c2.xhtml').slice(1)])).toHaveLength(2);
  expect(rowsOf([one, ...hitsIn('回归', '回归', 10)])).toHaveLength(2);
});

test('a text that repeats itself is shown once, at most five hits in a row', () => {
  const rows = rowsOf(hitsIn('岭回归见后文。'.repeat(7), '岭回归', 24));
  expect(rows.map(({ index, count }) => [index, count])).toEqual([
    [0, 5],
    [5, 2],
  ]);
});
