/** A sheet with the tables of charts below each other, and the charts beside them. Pure. */
import { type ChartModel, chartValues } from '@shufang/contract/charts';

/** A chart on a sheet, beside the table of its numbers. */
export interface SheetChart {
  readonly chart: ChartModel;
  /** Row of the head of the table, from 1. */
  readonly headRow: number;
}

/** Rows that the picture of a chart takes. */
export const CHART_ROWS = 17;

type ChartCell = string | number | { readonly whole: number } | undefined;

interface ChartSheet {
  readonly name: string;
  readonly rows: readonly (readonly ChartCell[])[];
  readonly widths: readonly number[];
  readonly charts: readonly SheetChart[];
}

/** An absent number is an empty cell, because Excel draws a text as zero. */
const cellOf = (value: number | undefined): ChartCell => (value !== undefined && Number.isInteger(value) ? { whole: value } : value);

/** Returns the title of a table, with the meaning of its empty cells if there are any. */
const titleOf = ({ title, series, points, absent }: ChartModel): string =>
  points.every(({ values }) => series.every(({ key }) => values[key] !== undefined)) ? title : `${title}（空格：${absent}）`;

/** Returns a sheet with the tables of the charts below each other, and the charts beside them. */
export const chartSheet = (name: string, charts: readonly ChartModel[]): ChartSheet => {
  const rows: ChartCell[][] = [[name]];
  const placed: SheetChart[] = [];
  for (const chart of charts) {
    if (chartValues(chart).length === 0) continue;
    rows.push([], [titleOf(chart)], [chart.axis, ...chart.series.map((one) => one.name)]);
    const headRow = rows.length;
    rows.push(...chart.points.map(({ label, values }): ChartCell[] => [label, ...chart.series.map(({ key }) => cellOf(values[key]))]));
    while (rows.length < headRow + CHART_ROWS) rows.push([]);
    placed.push({ chart, headRow });
  }
  return { name, rows, widths: [28, 14, 14, 14], charts: placed };
};
