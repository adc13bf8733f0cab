/** Charts as data: the page, the PDF, the Word document and the workbook draw the same one, with the same numbers and scale. Pure. */

/** `share`: 0 to 1, shown in percent. `percent`: 0 to 100. `coefficient`: two decimals. */
export type ChartUnit = 'count' | 'minutes' | 'percent' | 'share' | 'coefficient';

/** One series of numbers. A chart has at most three. */
export interface ChartSeries {
  readonly key: string;
  readonly name: string;
}

/** The numbers of all series at one position of the axis of labels. */
export interface ChartPoint {
  /** Unique within the chart. */
  readonly label: string;
  /** An absent number leaves a gap in the drawing. */
  readonly values: Readonly<Record<string, number | undefined>>;
}

export interface ChartModel {
  /** `line`: a course over time. `bar`: numbers side by side. `rows`: horizontal bars, for long labels. */
  readonly kind: 'line' | 'bar' | 'rows';
  readonly title: string;
  /** Definition, number of users, period and time of the data. */
  readonly note?: string;
  /** Name of the axis of labels, the head of the first column of the table. */
  readonly axis: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  readonly unit: ChartUnit;
  /** Text of an absent number. */
  readonly absent: string;
}

const grouped = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const twoDecimals = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 1 });

/** Returns a number of a chart as its table shows it. */
export const chartValueText = (unit: ChartUnit, value: number): string => {
  switch (unit) {
    case 'minutes':
      return `${grouped.format(value)} 分钟`;
    case 'percent':
      return `${grouped.format(value)}%`;
    case 'share':
      return percent.format(value);
    case 'coefficient':
      return twoDecimals.format(value);
    case 'count':
      return grouped.format(value);
  }
};

/** Returns the table of a chart: the head, and the texts of each point. */
export const chartTable = ({ axis, series, points, unit, absent }: ChartModel): { head: string[]; rows: string[][] } => ({
  head: [axis, ...series.map(({ name }) => name)],
  rows: points.map(({ label, values }) => [
    label,
    ...series.map(({ key }) => {
      const value = values[key];
      return value === undefined ? absent : chartValueText(unit, value);
    }),
  ]),
});

/** The axis of numbers of a chart. */
export interface ChartScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** From `min` to `max`, both included. */
  readonly ticks: readonly number[];
}

/** Number of steps that a scale aims at. */
const STEPS = 5;
/** Steps that people can read, times a power of ten. */
const STEP_FACTORS = [1, 2, 5, 10] as const;

/** Returns a scale that begins at zero, or below it for negative numbers, and whose steps are whole numbers if all numbers are. */
export const chartScale = (values: readonly number[]): ChartScale => {
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const raw = (high === low ? 1 : high - low) / STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = STEP_FACTORS.find((one) => one * power >= raw * (1 - 1e-9)) ?? 10;
  const step = values.every(Number.isInteger) ? Math.max(1, factor * power) : factor * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, step, ticks };
};

/** Returns all numbers that a chart draws. */
export const chartValues = ({ series, points }: Pick<ChartModel, 'series' | 'points'>): number[] =>
  points.flatMap(({ values }) => series.flatMap(({ key }) => values[key] ?? []));

/** Number of shades of a grid beside the blank one. */
const SHADES = 5;

/** Returns the shade of a cell from 0 (none) to 5 (the greatest number of the grid). */
export const shadeOf = (value: number | undefined, greatest: number): number =>
  value === undefined || value <= 0 || greatest <= 0 ? 0 : Math.max(1, Math.ceil((value / greatest) * SHADES));

/** A grid of numbers, darker for greater ones. */
export interface GridModel {
  readonly title: string;
  readonly note?: string;
  /** Name of the rows, the head of the first column. */
  readonly axis: string;
  readonly columns: readonly string[];
  /** A row has a value for each column; an absent one is hidden. */
  readonly rows: readonly { readonly label: string; readonly values: readonly (number | undefined)[] }[];
  /** Text of an absent number in its cell, and what it means. */
  readonly absent: string;
  readonly absentMeaning: string;
}
