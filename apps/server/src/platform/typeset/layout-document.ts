/** Prepares a printed document for the Typst template: charts become shapes, numbers become texts, texts lose what no PDF may contain. Pure. */
import { type ChartModel, chartTable, type GridModel, shadeOf } from '@shufang/contract/charts';
import { chinaClock } from '../china-time.ts';
import { xmlText } from '../xml-text.ts';
import { chartShapes } from './chart-shapes.ts';
import type { PrintedBlock, PrintedDocument } from './printed-document.ts';

/** With more rows than this, the table of a chart is set in several columns. */
const ROWS_MAX = 24;
/** Number of columns of texts that fit beside each other. */
const COLUMNS_MAX = 8;

/** Sets a long table with few columns in groups beside each other, each read from top to bottom. */
const foldTable = (head: readonly string[], rows: readonly (readonly string[])[]): { head: string[]; rows: string[][]; groups: number } => {
  const groups = rows.length <= ROWS_MAX ? 1 : Math.max(1, Math.floor(COLUMNS_MAX / head.length));
  const height = Math.ceil(rows.length / groups);
  const blank = head.map(() => '');
  return {
    head: Array.from({ length: groups }, () => head).flat(),
    rows: Array.from({ length: height }, (_, at) =>
      Array.from({ length: groups }, (_group, group) => rows[group * height + at] ?? blank).flat(),
    ),
    groups,
  };
};

const layOutChart = (chart: ChartModel) => {
  const table = chartTable(chart);
  const { head, rows, groups } = foldTable(table.head, table.rows);
  const [labelWidth, valueWidth] = chart.kind === 'rows' ? [3, 1] : [1, 1];
  return {
    kind: 'chart',
    title: chart.title,
    note: chart.note,
    alt: `${chart.title}。图中的数都在下面的表里。`,
    drawing: chartShapes(chart),
    table: {
      head,
      rows,
      folded: groups > 1,
      widths: Array.from({ length: groups }, () => [labelWidth, ...chart.series.map(() => valueWidth)]).flat(),
      figures: head.flatMap((_, at) => (at % table.head.length === 0 ? [] : [at])),
    },
  };
};

const layOutGrid = ({ title, note, axis, columns, rows, absent, absentMeaning }: GridModel) => {
  const greatest = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    kind: 'grid',
    title,
    note: [note, `${absent} ${absentMeaning}`].filter(Boolean).join('。'),
    axis,
    columns,
    rows: rows.map(({ label, values }) => ({
      label,
      cells: columns.map((_, at) => {
        const value = values[at];
        return { shade: shadeOf(value, greatest), text: value === undefined ? absent : String(value) };
      }),
    })),
  };
};

const layOutBlock = (block: PrintedBlock): object => {
  switch (block.kind) {
    case 'chart':
      return layOutChart(block.chart);
    case 'grid':
      return layOutGrid(block.grid);
    case 'table':
      return { ...block, figures: block.figures ?? [] };
    default:
      return block;
  }
};

/** Returns the input of the template as JSON. `fonts`: families of fonts, the preferred one first. */
export const layOutDocument = ({ date, blocks, ...head }: PrintedDocument, fonts: readonly string[]): string => {
  const day = chinaClock(date);
  const laid = {
    ...head,
    fonts,
    date: [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()],
    blocks: blocks.map(layOutBlock),
  };
  return JSON.stringify(laid, (_key, value: unknown) => (typeof value === 'string' ? xmlText(value) : value));
};
