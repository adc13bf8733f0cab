/** Lays out a chart as lines, rectangles and texts, in points. Pure: the only place that decides where the parts of a printed chart are. */
import { type ChartModel, chartScale, chartValues, chartValueText } from '@shufang/contract/charts';

/** `dark`, `hatch`, `light`: fills of the first, second and third series. They differ in lightness and form, not in hue. */
export type ChartFill = 'dark' | 'hatch' | 'light';

export type ChartShape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: ChartFill;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly stroke: 'rule' | 'axis' | 'solid' | 'dashed' | 'dotted';
    }
  | { readonly kind: 'dot'; readonly x: number; readonly y: number }
  /** A text in a box that begins at `x`, with its middle at `y`. */
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly align: 'start' | 'center' | 'end';
      readonly text: string;
    };

export interface DrawnChart {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly ChartShape[];
}

const FILLS = ['dark', 'hatch', 'light'] as const;
const STROKES = ['solid', 'dashed', 'dotted'] as const;

/** Width of a chart: the text of an A4 page. */
const WIDTH = 470;
const HEIGHT = 170;
const LEGEND = 20;
const TOP = 8;
const RIGHT = 12;
const LEFT = 46;
const FOOT = 22;
/** Height of a horizontal bar with its gap, and width of its label. */
const ROW = 20;
const ROW_LABEL = 130;
const GAP = 5;
/** Size of the letters of a chart. */
const LETTER = 8;
/** Share of the room of a point that its bars take. */
const BAR_SHARE = 0.68;
const BAR_MAX = 30;
const SWATCH = 14;
const LEGEND_ITEM = 110;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns an estimate of the width of a text: a Chinese character is as wide as the letters are high, another one a little more than half. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? LETTER : LETTER * 0.58), 0);

/** Returns the text cut to a width, with an ellipsis. */
export const cutText = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('')}…`;
};

const legendOf = ({ series, kind }: ChartModel): ChartShape[] =>
  series.length < 2
    ? []
    : series.flatMap(({ name }, index): ChartShape[] => {
        const x = LEFT + index * LEGEND_ITEM;
        const y = LEGEND / 2 - 2;
        return [
          kind === 'line'
            ? {
                kind: 'line',
                points: [
                  [x, y],
                  [x + SWATCH, y],
                ],
                stroke: STROKES[index % STROKES.length] ?? 'solid',
              }
            : { kind: 'rect', x, y: y - 4, width: SWATCH, height: 8, fill: FILLS[index % FILLS.length] ?? 'dark' },
          {
            kind: 'text',
            x: x + SWATCH + GAP,
            y,
            width: LEGEND_ITEM - SWATCH - 2 * GAP,
            align: 'start',
            text: cutText(name, LEGEND_ITEM - SWATCH - 2 * GAP),
          },
        ];
      });

/** Returns every how manieth label has room. */
const labelStep = (labels: readonly string[], room: number): number => {
  const widest = Math.min(60, Math.max(...labels.map(widthOf)));
  return Math.max(1, Math.ceil((widest + GAP) / room));
};

/** Draws lines or upright bars. */
const drawUpright = (chart: ChartModel): DrawnChart => {
  const { points, series, unit } = chart;
  const scale = chartScale(chartValues(chart));
  const top = TOP + (series.length > 1 ? LEGEND : 0);
  const bottom = HEIGHT - FOOT;
  const yOf = (value: number): number => round(bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top));
  const room = (WIDTH - LEFT - RIGHT) / Math.max(1, points.length);
  const middleOf = (at: number): number => round(LEFT + room * (at + 0.5));
  const shapes: ChartShape[] = scale.ticks.flatMap((tick): ChartShape[] => [
    {
      kind: 'line',
      points: [
        [LEFT, yOf(tick)],
        [WIDTH - RIGHT, yOf(tick)],
      ],
      stroke: tick === 0 ? 'axis' : 'rule',
    },
    { kind: 'text', x: 0, y: yOf(tick), width: LEFT - GAP, align: 'end', text: chartValueText(unit, tick) },
  ]);
  if (chart.kind === 'bar') {
    const own = Math.min(BAR_MAX, (room * BAR_SHARE) / series.length);
    for (const [at, { values }] of points.entries())
      for (const [index, { key }] of series.entries()) {
        const value = values[key];
        if (value === undefined) continue;
        const [y, zero] = [yOf(value), yOf(0)];
        shapes.push({
          kind: 'rect',
          x: round(middleOf(at) + own * (index - series.length / 2)),
          y: Math.min(y, zero),
          width: round(own * 0.94),
          height: round(Math.abs(zero - y)),
          fill: FILLS[index % FILLS.length] ?? 'dark',
        });
      }
  } else {
    for (const [index, { key }] of series.entries()) {
      let run: (readonly [number, number])[] = [];
      const end = (): void => {
        if (run.length > 1) shapes.push({ kind: 'line', points: run, stroke: STROKES[index % STROKES.length] ?? 'solid' });
        run = [];
      };
      for (const [at, { values }] of points.entries()) {
        const value = values[key];
        if (value === undefined) end();
        else {
          run.push([middleOf(at), yOf(value)]);
          shapes.push({ kind: 'dot', x: middleOf(at), y: yOf(value) });
        }
      }
      end();
    }
  }
  const step = labelStep(
    points.map(({ label }) => label),
    room,
  );
  const width = room * step - GAP;
  for (const [at, { label }] of points.entries())
    if (at % step === 0)
      shapes.push({
        kind: 'text',
        x: round(middleOf(at) - width / 2),
        y: HEIGHT - FOOT / 2,
        width: round(width),
        align: 'center',
        text: cutText(label, width),
      });
  return { width: WIDTH, height: HEIGHT, shapes: [...legendOf(chart), ...shapes] };
};

/** Draws horizontal bars. */
const drawRows = (chart: ChartModel): DrawnChart => {
  const { points, series, unit } = chart;
  const scale = chartScale(chartValues(chart));
  const top = TOP + (series.length > 1 ? LEGEND : 0);
  const bottom = top + points.length * ROW;
  const xOf = (value: number): number =>
    round(ROW_LABEL + ((value - scale.min) / (scale.max - scale.min)) * (WIDTH - ROW_LABEL - RIGHT - LETTER));
  const tickRoom = Math.min(2 * (RIGHT + LETTER), (xOf(scale.max) - xOf(scale.min)) / (scale.ticks.length - 1));
  const shapes: ChartShape[] = scale.ticks.flatMap((tick): ChartShape[] => [
    {
      kind: 'line',
      points: [
        [xOf(tick), top],
        [xOf(tick), bottom],
      ],
      stroke: tick === 0 ? 'axis' : 'rule',
    },
    {
      kind: 'text',
      x: round(xOf(tick) - tickRoom / 2),
      y: bottom + FOOT / 2,
      width: round(tickRoom),
      align: 'center',
      text: chartValueText(unit, tick),
    },
  ]);
  const own = (ROW * BAR_SHARE) / series.length;
  for (const [at, { label, values }] of points.entries()) {
    const middle = top + ROW * (at + 0.5);
    shapes.push({ kind: 'text', x: 0, y: middle, width: ROW_LABEL - GAP, align: 'end', text: cutText(label, ROW_LABEL - GAP) });
    for (const [index, { key }] of series.entries()) {
      const value = values[key];
      if (value === undefined) continue;
      const [x, zero] = [xOf(value), xOf(0)];
      shapes.push({
        kind: 'rect',
        x: Math.min(x, zero),
        y: round(middle + own * (index - series.length / 2)),
        width: round(Math.abs(x - zero)),
        height: round(own * 0.94),
        fill: FILLS[index % FILLS.length] ?? 'dark',
      });
    }
  }
  return { width: WIDTH, height: bottom + FOOT, shapes: [...legendOf(chart), ...shapes] };
};

/** Returns the drawing of a chart; undefined if it has no number. */
export const chartShapes = (chart: ChartModel): DrawnChart | undefined => {
  if (chartValues(chart).length === 0) return undefined;
  return chart.kind === 'rows' ? drawRows(chart) : drawUpright(chart);
};
