/** The charts of the use of licenses. Pure. */
import type { ChartModel } from '../charts/chart.ts';
import type { MonthOfUse } from './license-use.ts';
import { LICENSE_USE_DEFINITIONS as meanings } from './license-use-definitions.ts';
import { HIDDEN_NUMBER } from './statistics-charts.ts';

/** Returns the label of a month, for example `26/09`. */
export const monthLabel = (month: string): string => month.slice(2).replace('-', '/');

const chartOf = (
  kind: ChartModel['kind'],
  title: string,
  months: readonly MonthOfUse[],
  numbers: readonly Exclude<keyof MonthOfUse, 'month'>[],
): ChartModel => ({
  kind,
  title,
  note: `${numbers.map((number) => `${meanings[number].name}：${meanings[number].meaning}`).join('。')}。${meanings.months.meaning}`,
  axis: meanings.months.name,
  series: numbers.map((number) => ({ key: number, name: meanings[number].name })),
  points: months.map((one) => ({
    label: monthLabel(one.month),
    values: Object.fromEntries(numbers.map((number) => [number, one[number]])),
  })),
  unit: 'count',
  absent: HIDDEN_NUMBER,
});

/** Returns the charts by month: readers and hours, and the requests of COUNTER. */
export const licenseUseCharts = (months: readonly MonthOfUse[]): ChartModel[] => [
  chartOf('line', '每月的读者', months, ['readers']),
  chartOf('bar', '每月的阅读小时', months, ['hours']),
  chartOf('bar', '每月打开的图书和阅读的章节', months, ['titleRequests', 'itemRequests']),
];
