/** The single numbers and the charts of the dashboard. Pure. */
import type { ChartModel } from '../charts/chart.ts';
import type { Dashboard, DashboardWeek } from './dashboard.ts';
import { DASHBOARD_DEFINITIONS as meanings } from './dashboard-definitions.ts';
import { HIDDEN_NUMBER } from './statistics-charts.ts';
import type { FigureGroup, StatisticsFigure } from './statistics-figures.ts';

const grouped = new Intl.NumberFormat('zh-CN');
const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Parts of the dashboard that lead to a list. */
export type DashboardPart = 'sales' | 'reading' | 'trials' | 'books' | 'codes' | 'imports';

export interface DashboardGroup extends FigureGroup {
  readonly part: DashboardPart;
}

const count = (value: number): string => grouped.format(value);
const usersText = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${grouped.format(value)} 人`);
const yuan = (fen: number): string => `¥${money.format(fen / 100)}`;

const group = (part: DashboardPart, title: string, figures: readonly StatisticsFigure[] | undefined): DashboardGroup[] =>
  figures === undefined ? [] : [{ part, title, figures }];

/** Returns the numbers in groups; a part that the caller may not see is left out. */
export const dashboardFigures = ({ sales, reading, books, codes, trials, imports }: Dashboard): DashboardGroup[] => [
  ...group(
    'sales',
    '销售',
    sales && [
      { ...meanings.orders, value: count(sales.orders) },
      { ...meanings.revenue, value: yuan(sales.revenueFen) },
      { ...meanings.refunds, value: yuan(sales.refundedFen) },
    ],
  ),
  ...group(
    'reading',
    '读者',
    reading && [
      { ...meanings.readers, value: usersText(reading.readers) },
      { ...meanings.newReaders, value: usersText(reading.newReaders) },
      { ...meanings.hours, value: reading.hours === undefined ? undefined : `${count(reading.hours)} 小时` },
    ],
  ),
  ...group(
    'trials',
    '试读',
    trials && [
      { ...meanings.trials, value: usersText(trials.users) },
      { ...meanings.obtained, value: trials.obtainedPercent === undefined ? undefined : `${trials.obtainedPercent}%` },
    ],
  ),
  ...group('codes', '激活码', codes && [{ ...meanings.codes, value: count(codes.bound) }]),
  ...group(
    'books',
    '图书',
    books && [
      { ...meanings.published, value: count(books.published) },
      { ...meanings.added, value: count(books.added) },
      { ...meanings.draft, value: count(books.draft) },
      { ...meanings.offShelf, value: count(books.offShelf) },
    ],
  ),
  ...group(
    'imports',
    '导入',
    imports && [
      { ...meanings.importsDone, value: count(imports.done) },
      { ...meanings.importsFailed, value: count(imports.failed) },
      { ...meanings.importsRunning, value: count(imports.running) },
    ],
  ),
];

const weekLabel = ({ week }: DashboardWeek): string => `${week.slice(2, 4)}/${Number(week.slice(5, 7))}/${Number(week.slice(8))}`;

interface WeekSeries {
  readonly key: 'readers' | 'orders' | 'revenueFen' | 'refundedFen' | 'codes';
  readonly name: string;
}

const chartOf = (
  kind: ChartModel['kind'],
  title: string,
  note: string,
  weeks: readonly DashboardWeek[],
  series: readonly WeekSeries[],
): ChartModel => ({
  kind,
  title,
  note: `${note}。${meanings.weeks.meaning}`,
  axis: '周（从周一起）',
  series: series.map(({ key, name }) => ({ key, name })),
  points: weeks.map((week) => ({
    label: weekLabel(week),
    values: Object.fromEntries(
      series.map(({ key }) => {
        const value = week[key];
        return [key, value !== undefined && key.endsWith('Fen') ? value / 100 : value];
      }),
    ),
  })),
  unit: 'count',
  absent: HIDDEN_NUMBER,
});

/** Returns the charts by week of the parts that the caller may see. */
export const dashboardCharts = ({ sales, reading, codes, weeks }: Dashboard): ChartModel[] => [
  ...(sales === undefined
    ? []
    : [
        chartOf('bar', '每周的收入和退款（元）', `${meanings.revenue.meaning}。${meanings.refunds.meaning}`, weeks, [
          { key: 'revenueFen', name: meanings.revenue.name },
          { key: 'refundedFen', name: meanings.refunds.name },
        ]),
      ]),
  ...(reading === undefined
    ? []
    : [chartOf('line', '每周的读者', meanings.readers.meaning, weeks, [{ key: 'readers', name: meanings.readers.name }])]),
  ...(sales === undefined && codes === undefined
    ? []
    : [
        chartOf('bar', '每周的订单和激活码', `${meanings.orders.meaning}。${meanings.codes.meaning}`, weeks, [
          ...(sales === undefined ? [] : [{ key: 'orders', name: meanings.orders.name } as const]),
          ...(codes === undefined ? [] : [{ key: 'codes', name: meanings.codes.name } as const]),
        ]),
      ]),
];
