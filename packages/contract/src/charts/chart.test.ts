import { expect, it } from 'vitest';
import { type ChartModel, chartScale, chartTable, chartValueText, shadeOf } from './chart.ts';

it.each([
  [
    [3, 12, 7],
    [0, 5, 10, 15],
  ],
  [
    [0.12, 0.93],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [-0.14, 0.5],
    [-0.2, 0, 0.2, 0.4, 0.6],
  ],
  [[1], [0, 1]],
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [[98_000], [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
])('the scale of %s has the ticks %s', (values, ticks) => {
  expect(chartScale(values).ticks).toEqual(ticks);
});

it('a scale encloses its numbers with few ticks', () => {
  for (let seed = 1; seed < 400; seed += 1) {
    const values = [Math.sin(seed) * 10 ** (seed % 7), Math.cos(seed * 3) * 10 ** (seed % 5)];
    const { min, max, ticks } = chartScale(values);
    expect([min <= Math.min(...values), max >= Math.max(...values), ticks.includes(0)]).toEqual([true, true, true]);
    expect(ticks.length).toBeLessThanOrEqual(8);
  }
});

it('the table of a chart has the texts of its numbers, and a text for each absent one', () => {
  const chart: ChartModel = {
    kind: 'bar',
    title: '难度',
    axis: '题号',
    series: [{ key: 'facility', name: '难度' }],
    points: [
      { label: '1', values: { facility: 0.5 } },
      { label: '2', values: {} },
    ],
    unit: 'coefficient',
    absent: '—',
  };
  expect(chartTable(chart)).toEqual({
    head: ['题号', '难度'],
    rows: [
      ['1', '0.50'],
      ['2', '—'],
    ],
  });
  expect([chartValueText('share', 0.123), chartValueText('percent', 40), chartValueText('minutes', 1200)]).toEqual([
    '12.3%',
    '40%',
    '1,200 分钟',
  ]);
});

it.each([
  [undefined, 10, 0],
  [0, 10, 0],
  [0.1, 10, 1],
  [5, 10, 3],
  [10, 10, 5],
])('the shade of %s where the greatest is %s is %s', (value, greatest, shade) => {
  expect(shadeOf(value, greatest)).toBe(shade);
});
