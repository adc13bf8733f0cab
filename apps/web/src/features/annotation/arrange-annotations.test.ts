import { describe, expect, test } from 'vitest';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { filterAnnotations, groupByChapter, groupByDay, inBookOrder } from './arrange-annotations.ts';
import { notesToMarkdown } from './notes-to-markdown.ts';

describe('arranging annotations', () => {
  const highlight = anAnnotation({ totalProgression: 0.5, chapterTitle: '为政第二', color: 'red' });
  const note = anAnnotation({ kind: 'note', body: '温故 Review', totalProgression: 0.2 });
  const bookmark = anAnnotation({ kind: 'bookmark', totalProgression: 0.3 });
  const deleted = anAnnotation({ deletedAt: 5 });
  const all = [highlight, note, bookmark, deleted];

  test('deleted annotations are in no list', () => {
    expect(filterAnnotations(all, {})).toEqual([highlight, note, bookmark]);
  });

  test('a color filter excludes bookmarks, and a text filter searches passage, note and chapter regardless of width and case', () => {
    expect(filterAnnotations(all, { color: 'yellow' })).toEqual([note]);
    expect(filterAnnotations(all, { searchText: 'ｒｅｖｉｅｗ 温故' })).toEqual([note]);
    expect(filterAnnotations(all, { searchText: '为政' })).toEqual([highlight]);
  });

  test('chapters are in reading order', () => {
    expect(groupByChapter([highlight, note]).map((group) => group.title)).toEqual(['学而第一', '为政第二']);
    expect(inBookOrder(all.slice(0, 3))).toEqual([note, bookmark, highlight]);
  });

  test('days are sorted newest first', () => {
    const days = groupByDay([anAnnotation({ createdAt: Date.UTC(2026, 0, 2, 12) }), anAnnotation({ createdAt: Date.UTC(2026, 0, 5, 12) })]);
    expect(days.map((day) => day.title)).toEqual(['2026年1月5日', '2026年1月2日']);
  });
});

test('Markdown says what became of the passage in later versions of the book', () => {
  const changed = [anAnnotation({ anchor: 'fuzzy', body: '' }), anAnnotation({ kind: 'bookmark', anchor: 'orphan' })];
  const text = notesToMarkdown(changed, () => '论语');
  expect(text).toContain('> 学而时习\n\n*原文有改动*\n');
  expect(text).toContain('- 书签 · 原文已删除\n');
});

test('Markdown groups by book and chapter, quotes the passage and escapes markup of the book', () => {
  const annotation = anAnnotation({ kind: 'note', body: '记住这一点' });
  annotation.target.quote.exact = '# 变量 *x*\n第二行';
  expect(notesToMarkdown([annotation], () => '论语')).toBe(
    '# 读书笔记\n\n## 论语\n\n### 学而第一\n\n> \\# 变量 \\*x\\*\n> 第二行\n\n记住这一点\n',
  );
});
