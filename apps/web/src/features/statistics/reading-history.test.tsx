/** Tests the reading calendar and its charts as the user and screen readers see them. */
import { getReadingHistory, type OutputOf } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { weeksChart } from './reading-charts.ts';
import { ReadingHistory } from './reading-history.tsx';

const thisYear = new Date().getFullYear();
const history = (part: Partial<OutputOf<typeof getReadingHistory>> = {}): OutputOf<typeof getReadingHistory> => ({
  isRecorded: true,
  isSimulated: false,
  year: thisYear - 1,
  years: [thisYear, thisYear - 1],
  days: [
    { day: `${thisYear - 1}-03-02`, seconds: 30 },
    { day: `${thisYear - 1}-07-01`, seconds: 3_600 },
  ],
  books: [{ bookId: '0'.repeat(26), title: '论语', seconds: 3_630 }],
  ...part,
});

afterEach(() => vi.unstubAllGlobals());

it('shows each day of the year, its numbers by week in a table, and the books', async () => {
  stubCalls(succeed(getReadingHistory, history()));
  const { container } = renderInApp(<ReadingHistory owner="u1" />);
  const figure = await screen.findByRole('figure', { name: `${thisYear - 1} 年每天的阅读` });
  expect(within(figure).getByText(/读了 2 天，共 1 小时 1 分钟/)).toBeVisible();
  expect(within(figure).getByTitle('7月1日：60 分钟')).toHaveAttribute('data-shade', '4');
  expect(within(figure).getByTitle('3月2日：1 分钟')).toHaveAttribute('data-shade', '1');
  expect(within(figure).getByTitle('3月3日：没有阅读')).toHaveAttribute('data-shade', '0');
  const rows = within(figure).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(['合计（分钟）', '1', '60']);
  expect(screen.getByRole('figure', { name: '读得最久的书（分钟）' })).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('loads another year when it is chosen', async () => {
  const server = stubCalls(succeed(getReadingHistory, history()));
  renderInApp(<ReadingHistory owner="u1" />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: '年份' }), String(thisYear));
  expect(server.asked.at(-1)?.fields).toMatchObject({ year: String(thisYear) });
});

it('says that a year is empty, that recording is off, and offers to load again after a failure', async () => {
  stubCalls(succeed(getReadingHistory, history({ days: [], books: [], years: [thisYear] })));
  const empty = renderInApp(<ReadingHistory owner="u1" />);
  expect(await screen.findByText(`${thisYear - 1} 年还没有阅读记录`)).toBeVisible();
  empty.unmount();
  stubCalls(succeed(getReadingHistory, history({ isRecorded: false, days: [] })));
  const off = renderInApp(<ReadingHistory owner="u1" />);
  expect(await screen.findByText('阅读时长的记录已关闭')).toBeVisible();
  off.unmount();
  stubCalls(refuse(getReadingHistory, 'unavailable', '暂时不可用'));
  renderInApp(<ReadingHistory owner="u1" />);
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});

it('the chart of weeks has a bar for every week between the first and the last one, also without reading', () => {
  const { points } = weeksChart({
    days: [
      { day: '2026-11-08', seconds: 60 },
      { day: '2026-11-09', seconds: 20 },
      { day: '2026-11-29', seconds: 1_200 },
    ],
  });
  expect(points.map(({ label, values }) => [label, values['minutes']])).toEqual([
    ['11月2日', 1],
    ['11月9日', 1],
    ['11月16日', 0],
    ['11月23日', 20],
  ]);
  expect(weeksChart({ days: [] }).points).toEqual([]);
});
