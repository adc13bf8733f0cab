/** Tests of the previews of text that the caller may not read. */
import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { previewOfText } from './hit-locator.ts';

const preview = (text: string, query: string, chapterTitle = '') => {
  const start = text.lastIndexOf(query);
  return previewOfText({ text, formulas: [], chapterTitle }, [start, start + query.length], query);
};

it.each([
  ['at words', 'a regularization is 岭回归（ridge regression）。', '岭回归', '', 'is 岭回归（ridge '],
  ['between Chinese characters', '一二三四五六七八九岭回归一二三四五六七八九', '岭回归', '', '二三四五六七八九岭回归一二三四五六七八'],
  ['behind the heading of the chapter', '岭回归\n又称岭回归。', '岭回归', '岭回归', '又称岭回归。'],
  ['within a word that is longer than the context', 'antidisestablishmentarianism', 'establish', '', 'antidisestablishmentaria'],
])('the preview of locked text is cut %s', (_where, text, query, chapterTitle, expected) => {
  const { text: shown, matchRanges } = preview(text, query, chapterTitle);
  expect(shown).toBe(expected);
  expect(matchRanges.map(([from, to]) => shown.slice(from, to))).toEqual([query]);
});

it('the preview of locked text never shows more than the limit on each side', () => {
  const line = 'one two-part 三四 don’t 1.5 supercalifragilistic 五 𠀀𠀁𠀂𠀃𠀄𠀅 six\n';
  const text = `${line}岭回归${line}`.repeat(2);
  for (let at = text.indexOf('岭回归'); at >= 0; at = text.indexOf('岭回归', at + 1)) {
    const { text: shown, matchRanges } = previewOfText({ text, formulas: [], chapterTitle: 'one' }, [at, at + 3], '岭回归');
    const [from, to] = matchRanges[0] ?? [0, 0];
    expect(Math.max(from, shown.length - to)).toBeLessThanOrEqual(LIMITS.lockedContextChars);
  }
});
