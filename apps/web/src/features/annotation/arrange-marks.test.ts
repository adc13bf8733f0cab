import { describe, expect, test } from 'vitest';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { filterMarks, groupByChapter, groupByDay, inBookOrder } from './arrange-marks.ts';
import { notesToMarkdown } from './notes-to-markdown.ts';

describe('arranging marks', () => {
  const highlight = aMark({ totalProgression: 0.5, chapterTitle: '为政第二', color: 'red' });
  const note = aMark({ kind: 'note', body: '温故 Review', totalProgression: 0.2 });
  const bookmark = aMark({ kind: 'bookmark', totalProgression: 0.3 });
  const deleted = aMark({ deletedAt: 5 });
  const all = [highlight, note, bookmark, deleted];

  test('what is in the bin is in no list', () => {
    expect(filterMarks(all, {})).toEqual([highlight, note, bookmark]);
  });

  test('a colour leaves bookmarks out, words look into passage, note and chapter whatever their width or case', () => {
    expect(filterMarks(all, { color: 'yellow' })).toEqual([note]);
    expect(filterMarks(all, { words: 'ｒｅｖｉｅｗ 温故' })).toEqual([note]);
    expect(filterMarks(all, { words: '为政' })).toEqual([highlight]);
  });

  test('chapters come in reading order', () => {
    expect(groupByChapter([highlight, note]).map((group) => group.title)).toEqual(['学而第一', '为政第二']);
    expect(inBookOrder(all.slice(0, 3))).toEqual([note, bookmark, highlight]);
  });

  test('days come newest first', () => {
    const days = groupByDay([aMark({ createdAt: Date.UTC(2026, 0, 2, 12) }), aMark({ createdAt: Date.UTC(2026, 0, 5, 12) })]);
    expect(days.map((day) => day.title)).toEqual(['2026年1月5日', '2026年1月2日']);
  });
});

test('Markdown groups by book and chapter, quotes the passage and leaves no markup of the book alive', () => {
  const mark = aMark({ kind: 'note', body: '记住这一点' });
  mark.target.quote.exact = '# 变量 *x*\n第二行';
  expect(notesToMarkdown([mark], () => '论语')).toBe(
    '# 读书笔记\n\n## 论语\n\n### 学而第一\n\n> \\# 变量 \\*x\\*\n> 第二行\n\n记住这一点\n',
  );
});
