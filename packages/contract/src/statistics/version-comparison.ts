/** Two versions of a book side by side: the same numbers and the same chapters. The page and the workbook show these. Pure. */
import type { ChartModel } from '../charts/chart.ts';
import type { AuthorStatistics, ChapterStatistics } from './author-statistics.ts';
import { HIDDEN_NUMBER } from './statistics-charts.ts';
import { STATISTICS_DEFINITIONS as meanings } from './statistics-definitions.ts';

export interface ComparedVersion {
  readonly no: number;
  readonly statistics: AuthorStatistics;
}

const grouped = new Intl.NumberFormat('zh-CN');
const nameOf = ({ no }: ComparedVersion): string => `第 ${no} 版`;

/** One number of both versions, as texts. */
export interface ComparedFigure {
  readonly name: string;
  readonly meaning: string;
  /** In the order of the versions. */
  readonly values: readonly string[];
  /** The second number less the first one; undefined if one of them is hidden or both are about different things. */
  readonly change: string | undefined;
}

type Compared = 'readers' | 'medianMinutes' | 'donePercent' | 'practicePercent';
const UNITS: Readonly<Record<Compared, string>> = {
  readers: ' 人',
  medianMinutes: ' 分钟',
  donePercent: '%',
  practicePercent: '%',
};
/** A difference of shares is in points, not in percent. */
const CHANGE_UNITS: Readonly<Record<Compared, string>> = { ...UNITS, donePercent: ' 个百分点', practicePercent: ' 个百分点' };

const changeOf = (key: Compared, values: readonly (number | undefined)[]): string | undefined => {
  const [before, after] = values;
  if (before === undefined || after === undefined) return undefined;
  const change = after - before;
  return `${change > 0 ? '+' : ''}${grouped.format(change)}${CHANGE_UNITS[key]}`;
};

/** Returns readers, median minutes, completion and practice of both versions. */
export const comparedFigures = (versions: readonly [ComparedVersion, ComparedVersion]): ComparedFigure[] =>
  (
    [
      ['readers', meanings.readers],
      ['medianMinutes', meanings.medianMinutes],
      ['donePercent', meanings.donePercent],
      ['practicePercent', meanings.practice],
    ] as const
  ).map(([key, { name, meaning }]) => {
    const values = versions.map(({ statistics }) => statistics[key]);
    return {
      name,
      meaning,
      values: values.map((value) => (value === undefined ? HIDDEN_NUMBER : `${grouped.format(value)}${UNITS[key]}`)),
      change: changeOf(key, values),
    };
  });

/** Returns the chapters of both versions that are the same document, in the order of the second version, and how many each has alone. */
const chaptersOf = ([first, second]: readonly [ComparedVersion, ComparedVersion]) => {
  const before = new Map(first.statistics.chapters.map((chapter) => [chapter.href, chapter]));
  const both = second.statistics.chapters.flatMap((chapter): [ChapterStatistics, ChapterStatistics][] => {
    const same = before.get(chapter.href);
    return same === undefined ? [] : [[same, chapter]];
  });
  return { both, alone: [first.statistics.chapters.length - both.length, second.statistics.chapters.length - both.length] as const };
};

const chapterChart = (
  versions: readonly [ComparedVersion, ComparedVersion],
  key: 'readers' | 'medianMinutes' | 'donePercent',
  { title, note, unit }: Pick<ChartModel, 'title' | 'unit'> & { readonly note: string },
): ChartModel => {
  const { both, alone } = chaptersOf(versions);
  const labels = both.map(([, { title: label }], index) => (label === '' ? `${index + 1}` : label));
  const others = alone.some((count) => count > 0)
    ? `。只比较两版都有的章；只在${nameOf(versions[0])}的 ${alone[0]} 章、只在${nameOf(versions[1])}的 ${alone[1]} 章没有列出`
    : '';
  return {
    kind: 'bar',
    title,
    note: `${note}${others}`,
    axis: '章',
    series: versions.map((version, index) => ({ key: `version${index}`, name: nameOf(version) })),
    points: both.map((pair, index) => ({
      label: labels.indexOf(labels[index] ?? '') === index ? (labels[index] ?? '') : `${labels[index]} (${index + 1})`,
      values: { version0: pair[0][key], version1: pair[1][key] },
    })),
    unit,
    absent: HIDDEN_NUMBER,
  };
};

/** Returns the charts of the chapters that both versions have. */
export const comparisonCharts = (versions: readonly [ComparedVersion, ComparedVersion]): ChartModel[] => [
  chapterChart(versions, 'readers', { title: '每章的读者：两版对照', note: meanings.heat.meaning, unit: 'count' }),
  chapterChart(versions, 'donePercent', { title: '每章的完成率：两版对照', note: meanings.done.meaning, unit: 'percent' }),
  chapterChart(versions, 'medianMinutes', { title: '每章的用时：两版对照', note: meanings.medianMinutes.meaning, unit: 'minutes' }),
];
