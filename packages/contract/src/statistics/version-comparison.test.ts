/** Tests the comparison of two versions of a book. */
import { expect, test } from 'vitest';
import type { AuthorStatistics } from './author-statistics.ts';
import { comparedFigures, comparisonCharts } from './version-comparison.ts';

const chapter = (href: string, part: Partial<AuthorStatistics['chapters'][number]> = {}): AuthorStatistics['chapters'][number] => ({
  href,
  title: href,
  expectedMinutes: 1,
  weekReaders: [],
  ...part,
});
const statistics = (part: Partial<AuthorStatistics>): AuthorStatistics => ({
  from: '2026-09-07',
  to: '2026-11-29',
  weeks: [],
  computedAt: 0,
  days: [],
  chapters: [],
  highlighted: [],
  questions: [],
  institutions: [],
  ...part,
});

test('figures have the change from the first version to the second one, and none beside a hidden number', () => {
  const versions = [
    { no: 1, statistics: statistics({ readers: 1_200, donePercent: 40, practicePercent: 70 }) },
    { no: 2, statistics: statistics({ readers: 900, donePercent: 52, medianMinutes: 30 }) },
  ] as const;
  expect(comparedFigures(versions).map(({ name, values, change }) => [name, ...values, change])).toEqual([
    ['读者', '1,200 人', '900 人', '-300 人'],
    ['人均分钟（中位数）', '人太少', '30 分钟', undefined],
    ['完成率', '40%', '52%', '+12 个百分点'],
    ['练习正确率', '70%', '人太少', undefined],
  ]);
});

test('charts have the chapters of both versions in the order of the second one, and say how many are left out', () => {
  const versions = [
    { no: 1, statistics: statistics({ chapters: [chapter('a', { readers: 10, donePercent: 50 }), chapter('b'), chapter('old')] }) },
    { no: 3, statistics: statistics({ chapters: [chapter('b', { readers: 5 }), chapter('a', { readers: 20, donePercent: 60 })] }) },
  ] as const;
  const [readers, done] = comparisonCharts(versions);
  expect(readers?.series.map(({ name }) => name)).toEqual(['第 1 版', '第 3 版']);
  expect(readers?.points).toEqual([
    { label: 'b', values: { version0: undefined, version1: 5 } },
    { label: 'a', values: { version0: 10, version1: 20 } },
  ]);
  expect(done?.points[1]?.values).toEqual({ version0: 50, version1: 60 });
  expect(readers?.note).toContain('只在第 1 版的 1 章、只在第 3 版的 0 章没有列出');
});
