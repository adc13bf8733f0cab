/** The single numbers of the statistics as texts, with their meaning. The page and the report show these, so that they cannot differ. Pure. */
import type { AuthorStatistics, StatisticsPeriod } from './author-statistics.ts';
import { STATISTICS_DEFINITIONS as meanings } from './statistics-definitions.ts';

const grouped = new Intl.NumberFormat('zh-CN');

export const PERIOD_NAMES = { week: '最近一周', term: '本学期', all: '全部时间' } as const satisfies Record<StatisticsPeriod, string>;

export interface StatisticsFigure {
  readonly name: string;
  /** Undefined is hidden. */
  readonly value: string | undefined;
  readonly meaning: string;
  /** On how many users the number is based. */
  readonly basis?: string;
}

export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly StatisticsFigure[];
}

const withUnit =
  (unit: string) =>
  (value: number): string =>
    `${grouped.format(value)}${unit}`;
const users = withUnit(' 人');
const hours = withUnit(' 小时');
const minutes = withUnit(' 分钟');
const count = withUnit('');
const percent = (value: number): string => `${value}%`;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

const shown = (value: number | undefined, format: (value: number) => string): string | undefined =>
  value === undefined ? undefined : format(value);

const readingFigures = (statistics: AuthorStatistics, isWhole: boolean): StatisticsFigure[] => [
  { ...meanings.readers, value: shown(statistics.readers, users) },
  { ...meanings.newReaders, value: shown(statistics.newReaders, users) },
  { ...meanings.weekActive, value: shown(statistics.weekActive, users) },
  { ...meanings.monthActive, value: shown(statistics.monthActive, users) },
  ...(isWhole ? [{ ...meanings.hours, value: shown(statistics.hours, hours) }] : []),
  { ...meanings.medianMinutes, value: shown(statistics.medianMinutes, minutes) },
  { ...meanings.donePercent, value: shown(statistics.donePercent, percent) },
];

const basisOf = (total: number | undefined): { basis?: string } => (total === undefined ? {} : { basis: `${users(total)}做过` });

const workFigures = (statistics: AuthorStatistics): StatisticsFigure[] => {
  const { annotators, practiceUsers, ratings } = statistics;
  const { meaning } = meanings.annotations;
  return [
    { name: '划线', meaning, value: shown(statistics.highlights, count), ...basisOf(annotators) },
    { name: '笔记', meaning, value: shown(statistics.notes, count), ...basisOf(annotators) },
    { ...meanings.practice, value: shown(statistics.practicePercent, percent), ...basisOf(practiceUsers) },
    ...(ratings === undefined
      ? []
      : [{ ...meanings.rating, value: `${(ratings.meanTenths / 10).toFixed(1)} 分`, basis: `${users(ratings.count)}评分` }]),
  ];
};

const salesFigures = (
  { orders, codes, revenueFen, refundedFen }: NonNullable<AuthorStatistics['sales']>,
  royaltyDueFen: number | undefined,
): StatisticsFigure[] => [
  { ...meanings.orders, value: count(orders) },
  { ...meanings.codes, value: count(codes) },
  { ...meanings.revenue, value: yuan(revenueFen) },
  { ...meanings.refunds, value: yuan(refundedFen) },
  ...(royaltyDueFen === undefined ? [] : [{ ...meanings.royaltyDue, value: yuan(royaltyDueFen) }]),
];

/**
 * Returns the numbers in groups. `isWhole`: the statistics are about all readers of all versions. `royaltyDueFen`: what one author gets, which
 * only that author sees; absent in reports.
 */
export const statisticsFigures = (statistics: AuthorStatistics, isWhole: boolean, royaltyDueFen?: number): FigureGroup[] => [
  ...(statistics.readers === undefined ? [] : [{ title: '阅读', figures: readingFigures(statistics, isWhole) }]),
  ...(isWhole ? [{ title: '划线、练习与评分', figures: workFigures(statistics) }] : []),
  ...(statistics.sales === undefined ? [] : [{ title: '销售', figures: salesFigures(statistics.sales, royaltyDueFen) }]),
];
