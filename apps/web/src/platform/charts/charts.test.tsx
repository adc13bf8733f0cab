/** Tests charts as screen readers see them, and the heat grid. */
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { Chart } from './chart.tsx';
import { HeatGrid } from './heat-grid.tsx';

const series = [
  { key: 'readers', name: '读者' },
  { key: 'hours', name: '小时' },
];

it('a chart is a figure with a table of the same numbers, in which an absent number is a text', async () => {
  const { container } = render(
    <Chart
      kind="line"
      title="每天的读者"
      note="至少阅读一分钟的人"
      axis="日期"
      series={series}
      points={[
        { label: '9 月 1 日', values: { readers: 12, hours: 3.5 } },
        { label: '9 月 2 日', values: { hours: 1 } },
      ]}
      unit="count"
      absent="不足 5 人"
    />,
  );
  const figure = within(screen.getByRole('figure', { name: '每天的读者' }));
  expect(figure.getByText('至少阅读一分钟的人')).toBeVisible();
  const rows = figure.getAllByRole('row', { hidden: true }).map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['日期', '读者', '小时'],
    ['9 月 1 日', '12', '3.5'],
    ['9 月 2 日', '不足 5 人', '1'],
  ]);
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('a chart without a single number says so', () => {
  render(<Chart kind="rows" title="机构" axis="机构" series={series} points={[{ label: '甲大学', values: {} }]} unit="count" absent="—" />);
  expect(screen.getByText('还没有可以画出来的数据')).toBeVisible();
});

it('a heat grid has the number in each cell, and names what is hidden', async () => {
  const { container } = render(
    <HeatGrid
      title="各章各周"
      axis="章"
      columns={['第 1 周', '第 2 周']}
      rows={[{ label: '第一章', values: [10, undefined] }]}
      absent="·"
      absentMeaning="不足 5 人，不显示"
    />,
  );
  expect(screen.getByRole('cell', { name: '10' })).toHaveAttribute('data-shade', '5');
  expect(screen.getByTitle('不足 5 人，不显示')).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});
