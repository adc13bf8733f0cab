/** Lays out the statistics of a book as the sheets of a workbook: the numbers, chapters, days, lists, and what each number means. */
import {
  type AuthorStatistics,
  type ComparedVersion,
  chartTable,
  comparedFigures,
  comparisonCharts,
  STATISTICS_DEFINITIONS as names,
} from '@shufang/contract';
import type { Cell, Sheet } from '../../platform/write-xlsx.ts';

const HIDDEN = '人数太少，不显示';

const whole = (value: number | null | undefined): Cell => (value === undefined || value === null ? HIDDEN : { whole: value });
const percent = (value: number | undefined): Cell => (value === undefined ? HIDDEN : `${value}%`);
const yuan = (fen: number): Cell => fen / 100;

interface WorkbookHead {
  readonly title: string;
  /** What the numbers are about, such as the period and the filter. */
  readonly selection: string;
  readonly isSimulated: boolean;
  /** What one author gets; absent in a report, which others read too. */
  readonly royaltyDueFen?: number;
}

export const statisticsSheets = (statistics: AuthorStatistics, { title, selection, isSimulated, royaltyDueFen }: WorkbookHead): Sheet[] => {
  const { sales, errata, ratings } = statistics;
  const numbers: Cell[][] = [
    [title, isSimulated ? '模拟数据' : ''],
    ['范围', selection],
    ['时间', `${statistics.from} 至 ${statistics.to}`],
    [names.readers.name, whole(statistics.readers)],
    [names.newReaders.name, whole(statistics.newReaders)],
    [names.weekActive.name, whole(statistics.weekActive)],
    [names.monthActive.name, whole(statistics.monthActive)],
    [names.hours.name, whole(statistics.hours)],
    [names.medianMinutes.name, whole(statistics.medianMinutes)],
    [names.donePercent.name, percent(statistics.donePercent)],
    ['划线', whole(statistics.highlights)],
    ['笔记', whole(statistics.notes)],
    [names.practice.name, percent(statistics.practicePercent)],
    ...(ratings === undefined ? [] : [[names.rating.name, ratings.meanTenths / 10]]),
    ...(sales === undefined
      ? []
      : [
          [names.orders.name, whole(sales.orders)],
          [names.codes.name, whole(sales.codes)],
          [`${names.revenue.name}（元）`, yuan(sales.revenueFen)],
          [`${names.refunds.name}（元）`, yuan(sales.refundedFen)],
          ...(royaltyDueFen === undefined ? [] : [[`${names.royaltyDue.name}（元）`, yuan(royaltyDueFen)]]),
        ]),
    ...(errata === undefined ? [] : [[names.errata.name, whole(errata.reported)]]),
  ];
  return [
    { name: '数字', rows: numbers, widths: [24, 32] },
    {
      name: '各章',
      rows: [
        ['章', names.readers.name, names.reached.name, names.done.name, names.reread.name, names.medianMinutes.name, ...statistics.weeks],
        ...statistics.chapters.map((chapter): Cell[] => [
          chapter.title,
          whole(chapter.readers),
          percent(chapter.reachedPercent),
          percent(chapter.donePercent),
          percent(chapter.rereadPercent),
          whole(chapter.medianMinutes),
          ...chapter.weekReaders.map(whole),
        ]),
      ],
      widths: [28, 12, 14, 14, 12, 18, ...statistics.weeks.map(() => 12)],
    },
    {
      name: '每天',
      rows: [['日期', names.days.name], ...statistics.days.map(({ day, readers }): Cell[] => [day, whole(readers)])],
      widths: [14, 16],
    },
    {
      name: '划线最多',
      rows: [
        ['章', '段落', '人数'],
        ...statistics.highlighted.map(({ chapter, quote, users }): Cell[] => [chapter, quote, { whole: users }]),
      ],
      widths: [28, 60, 10],
    },
    {
      name: '最难的练习',
      rows: [
        ['章', '题目', '人数', '难度', '区分度'],
        ...statistics.questions.map(({ chapter, itemId, users, facilityPercent, discrimination }): Cell[] => [
          chapter,
          itemId,
          { whole: users },
          `${facilityPercent}%`,
          discrimination === undefined ? '' : discrimination / 100,
        ]),
      ],
      widths: [28, 20, 10, 10, 10],
    },
    {
      name: '机构',
      rows: [['机构', names.readers.name], ...statistics.institutions.map(({ name, readers }): Cell[] => [name, whole(readers)])],
      widths: [32, 12],
    },
    {
      name: '定义',
      rows: [['数字', '含义'], ...Object.values(names).map(({ name, meaning }): Cell[] => [name, meaning])],
      widths: [20, 90],
    },
  ];
};

/** Lays out the comparison of two versions as the page shows it: the numbers, and the chapters that both versions have. */
export const comparisonSheet = (versions: readonly [ComparedVersion, ComparedVersion]): Sheet => ({
  name: '版本对照',
  rows: [
    ['数字', ...versions.map(({ no }) => `第 ${no} 版`), '变化'],
    ...comparedFigures(versions).map(({ name, values, change }): Cell[] => [name, ...values, change ?? '']),
    ...comparisonCharts(versions).flatMap((chart): Cell[][] => {
      const { head, rows } = chartTable(chart);
      return [[], [chart.title], [chart.note ?? ''], head, ...rows];
    }),
  ],
  widths: [28, 16, 16, 16],
});
