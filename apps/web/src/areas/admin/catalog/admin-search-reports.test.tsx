import { listSearchReports, type OutputOf, type SearchReportGroup, settleSearchReports } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminSearchReports } from './admin-search-reports.tsx';

const group = (part: Partial<SearchReportGroup>): SearchReportGroup => ({
  key: '范畴论',
  query: '范畴论',
  users: 3,
  nothing: 2,
  notes: ['英文版也可以', '讲给程序员的'],
  firstAt: 1,
  lastAt: Date.UTC(2026, 10, 20),
  ...part,
});
const response = (items: SearchReportGroup[]): OutputOf<typeof listSearchReports> => ({ items, counts: { open: items.length, done: 0 } });

afterEach(() => vi.unstubAllGlobals());

it('each query is listed with its number of reports and a link to the search, and can be marked as done', async () => {
  const { asked } = stubCalls(succeed(listSearchReports, response([group({})])), succeed(settleSearchReports, { settled: 3 }));
  const { container } = renderInApp(<AdminSearchReports />, '/admin/votes');
  const table = await screen.findByRole('table', { name: '没有找到的搜索' });
  expect(within(table).getByText('3 人')).toBeInTheDocument();
  expect(within(table).getByText('2 人没有结果，1 人不是想要的')).toBeInTheDocument();
  expect(
    within(table)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['英文版也可以', '讲给程序员的']);
  expect(within(table).getByRole('link', { name: '搜索“范畴论”' })).toHaveAttribute(
    'href',
    `/course/search?q=${encodeURIComponent('范畴论')}`,
  );
  expect(await accessibilityViolations(container)).toEqual([]);
  stubCalls(succeed(listSearchReports, response([])), succeed(settleSearchReports, { settled: 3 }));
  await userEvent.click(within(table).getByRole('button', { name: '“范畴论”处理完' }));
  expect(await screen.findByRole('heading', { name: '没有这类反馈' })).toBeInTheDocument();
  expect(asked[0]?.fields).toMatchObject({ state: 'open' });
});

it('a failed list shows an error', async () => {
  stubCalls();
  renderInApp(<AdminSearchReports />, '/admin/votes');
  expect(await screen.findByRole('button', { name: '重试' })).toBeInTheDocument();
});
