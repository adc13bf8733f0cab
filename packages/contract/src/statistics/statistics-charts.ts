/** The charts of the statistics of a book. The page, the report and the workbook draw these, so that they cannot differ. Pure. */
import type { ChartModel, GridModel } from '../charts/chart.ts';
import type { AuthorStatistics } from './author-statistics.ts';
import { STATISTICS_DEFINITIONS as meanings } from './statistics-definitions.ts';

const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
const grouped = new Intl.NumberFormat('zh-CN');
const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Text of a number that is hidden because it is about too few users. */
export const HIDDEN_NUMBER = '人太少';
const HIDDEN_MEANING = '少于 5 人，不显示';

/** Returns the basis of the numbers; an empty text if it is hidden. */
const basisOf = ({ readers }: AuthorStatistics): string =>
  readers === undefined ? '' : `n = ${grouped.format(readers)} 位读者（向下取整）`;

const noteOf = (meaning: string, statistics: AuthorStatistics): string => [meaning, basisOf(statistics)].filter(Boolean).join('。');

/** Returns a label for each chapter. Titles may be empty or repeat, and labels of a chart may not. */
const chapterLabels = ({ chapters }: AuthorStatistics): string[] => {
  const titles = chapters.map(({ title }, index) => (title === '' ? `${index + 1}` : title));
  return titles.map((title, index) => (titles.indexOf(title) === index ? title : `${title} (${index + 1})`));
};

/** Returns the readers of each day; undefined if the selection has no days. */
export const daysChart = (statistics: AuthorStatistics): ChartModel | undefined => {
  const { days } = statistics;
  const years = new Set(days.map(({ day }) => day.slice(0, 4)));
  if (days.length === 0) return undefined;
  return {
    kind: 'line',
    title: '每天的读者',
    note: noteOf(meanings.days.meaning, statistics),
    axis: '日期',
    series: [{ key: 'readers', name: meanings.readers.name }],
    points: days.map(({ day, readers }) => ({
      label: years.size > 1 ? `${day.slice(2, 4)}/${dayText(day)}` : dayText(day),
      values: { readers: readers ?? undefined },
    })),
    unit: 'count',
    absent: HIDDEN_NUMBER,
  };
};

/** Returns the readers of each chapter in each week. */
export const weeksGrid = (statistics: AuthorStatistics): GridModel => {
  const labels = chapterLabels(statistics);
  return {
    title: '各章各周的读者',
    note: noteOf(meanings.heat.meaning, statistics),
    axis: '章',
    columns: statistics.weeks.map((monday) => `${dayText(monday)}起`),
    rows: statistics.chapters.map(({ weekReaders }, index) => ({
      label: labels[index] ?? '',
      values: weekReaders.map((readers) => readers ?? undefined),
    })),
    absent: '·',
    absentMeaning: HIDDEN_MEANING,
  };
};

/** Returns how many readers reached, finished and read again each chapter, and how long they took. */
export const chapterCharts = (statistics: AuthorStatistics): ChartModel[] => {
  const { chapters } = statistics;
  const labels = chapterLabels(statistics);
  return [
    {
      kind: 'bar',
      title: '读到哪里，读完多少',
      note: noteOf(`${meanings.reached.meaning}。${meanings.done.meaning}。${meanings.reread.meaning}`, statistics),
      axis: '章',
      series: [
        { key: 'reached', name: '读到这一章' },
        { key: 'done', name: '读完这一章' },
        { key: 'reread', name: '重读这一章' },
      ],
      points: chapters.map(({ reachedPercent, donePercent, rereadPercent }, index) => ({
        label: labels[index] ?? '',
        values: { reached: reachedPercent, done: donePercent, reread: rereadPercent },
      })),
      unit: 'percent',
      absent: HIDDEN_NUMBER,
    },
    {
      kind: 'bar',
      title: '每章用了多久',
      note: noteOf(meanings.medianMinutes.meaning, statistics),
      axis: '章',
      series: [
        { key: 'median', name: '实际（中位数）' },
        { key: 'expected', name: '按字数预计' },
      ],
      points: chapters.map(({ medianMinutes, expectedMinutes }, index) => ({
        label: labels[index] ?? '',
        values: { median: medianMinutes, expected: expectedMinutes },
      })),
      unit: 'minutes',
      absent: HIDDEN_NUMBER,
    },
  ];
};

const ERRATA_STATES = {
  reported: '收到',
  open: '待处理',
  accepted: '接受，待改',
  fixed: '已改',
  rejected: '不改',
  duplicate: '重复',
} as const satisfies Record<keyof NonNullable<AuthorStatistics['errata']>, string>;

/** Returns the errata by state; undefined if the selection has none. */
export const errataChart = ({ errata }: AuthorStatistics): ChartModel | undefined =>
  errata && {
    kind: 'rows',
    title: '勘误处理到哪一步',
    note: meanings.errata.meaning,
    axis: meanings.errata.name,
    series: [{ key: 'count', name: '条数' }],
    points: Object.entries(ERRATA_STATES).map(([state, label]) => ({
      label,
      values: { count: errata[state as keyof typeof ERRATA_STATES] },
    })),
    unit: 'count',
    absent: '—',
  };
