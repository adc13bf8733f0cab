import type { ChartModel } from '@shufang/contract/charts';
import { expect, it } from 'vitest';
import { type ChartShape, chartShapes, cutText } from './chart-shapes.ts';

const aChart = (chart: Partial<ChartModel> = {}): ChartModel => ({
  kind: 'bar',
  title: '难度',
  axis: '题号',
  series: [{ key: 'a', name: '难度' }],
  points: [
    { label: '1', values: { a: 1 } },
    { label: '2', values: { a: 4 } },
    { label: '3', values: {} },
  ],
  unit: 'count',
  absent: '—',
  ...chart,
});

const shapesOf = <Kind extends ChartShape['kind']>(chart: ChartModel, kind: Kind) =>
  (chartShapes(chart)?.shapes ?? []).filter((shape): shape is Extract<ChartShape, { kind: Kind }> => shape.kind === kind);

it('upright bars are as high as their numbers, and an absent number has no bar', () => {
  const [first, second, ...others] = shapesOf(aChart(), 'rect');
  expect(others).toEqual([]);
  expect((second?.height ?? 0) / (first?.height ?? 1)).toBeCloseTo(4, 1);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo((second?.y ?? 0) + (second?.height ?? 0), 1);
});

it('a negative number goes below the line of zero', () => {
  const points = [
    { label: '1', values: { a: 0.5 } },
    { label: '2', values: { a: -0.5 } },
  ];
  const chart = aChart({ points, unit: 'coefficient' });
  const [up, down] = shapesOf(chart, 'rect');
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(down?.y ?? 0, 1);
  expect(shapesOf(chart, 'line').filter(({ stroke }) => stroke === 'axis')).toHaveLength(1);
});

it('a line has a gap where a number is absent, and a single number is a dot', () => {
  const values = [3, 4, undefined, 5, undefined, 1, 2];
  const chart = aChart({ kind: 'line', points: values.map((a, at) => ({ label: String(at), values: { a } })) });
  expect(
    shapesOf(chart, 'line')
      .filter(({ stroke }) => stroke === 'solid')
      .map(({ points }) => points.length),
  ).toEqual([2, 2]);
  expect(shapesOf(chart, 'dot')).toHaveLength(5);
});

it('horizontal bars begin at zero, are as long as their numbers, and stay in the drawing', () => {
  const chart = aChart({ kind: 'rows' });
  const [first, second] = shapesOf(chart, 'rect');
  expect((second?.width ?? 0) / (first?.width ?? 1)).toBeCloseTo(4, 1);
  expect(first?.x).toBe(second?.x);
  const { width = 0, height = 0, shapes = [] } = chartShapes(chart) ?? {};
  const rights = shapes.flatMap((shape) => ('width' in shape ? [shape.x + shape.width] : []));
  const ys = shapes.flatMap((shape) => ('y' in shape ? [shape.y] : []));
  expect([Math.max(...rights) <= width + 1, Math.max(...ys) <= height]).toEqual([true, true]);
});

it('series differ by fill and by stroke, and a legend names them', () => {
  const series = ['甲', '乙', '丙'].map((name) => ({ key: name, name }));
  const points = [1, 2].map((at) => ({ label: String(at), values: { 甲: at, 乙: at, 丙: at } }));
  const bars = aChart({ series, points });
  expect(new Set(shapesOf(bars, 'rect').map(({ fill }) => fill))).toEqual(new Set(['dark', 'hatch', 'light']));
  const lines = aChart({ series, points, kind: 'line' });
  expect(new Set(shapesOf(lines, 'line').map(({ stroke }) => stroke))).toEqual(new Set(['rule', 'axis', 'solid', 'dashed', 'dotted']));
  expect(shapesOf(lines, 'text').map(({ text }) => text)).toEqual(expect.arrayContaining(['甲', '乙', '丙']));
});

it('of many labels as many are drawn as have room', () => {
  const points = Array.from({ length: 140 }, (_, at) => ({ label: `12月${at}日`, values: { a: at } }));
  const texts = shapesOf(aChart({ kind: 'line', points }), 'text').filter(({ text }) => text.startsWith('12月'));
  expect([texts.length > 5, texts.length < 20]).toEqual([true, true]);
});

it('a long label is cut, and a chart without a number is not drawn', () => {
  expect([cutText('学而', 40), cutText('学而时习之不亦说乎', 40)]).toEqual(['学而', '学而时习…']);
  expect(chartShapes(aChart({ points: [{ label: '1', values: {} }] }))).toBeUndefined();
});
