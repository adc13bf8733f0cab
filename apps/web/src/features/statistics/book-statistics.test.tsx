/** Tests the statistics of a book on the page of its contributors: numbers, hidden numbers, filters, and what cannot be shown. */
import { getAuthorStatistics, listTrackingReports, type OutputOf } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { BookStatistics } from './book-statistics.tsx';

type Found = OutputOf<typeof getAuthorStatistics>;

const BOOK = '0'.repeat(26);
const SCHOOL = '1'.repeat(26);

const found = (statistics: Partial<Found['statistics']> = {}): Found => ({
  title: '论语选读',
  isSimulated: true,
  royaltyDueFen: 12_345,
  versions: [{ id: '2'.repeat(26), no: 1 }],
  statistics: {
    from: '2026-09-07',
    to: '2026-09-20',
    weeks: ['2026-09-07', '2026-09-14'],
    computedAt: 1_800_000_000_000,
    readers: 35,
    newReaders: 30,
    weekActive: 20,
    hours: 66,
    medianMinutes: 64,
    donePercent: 11,
    sales: { orders: 2, codes: 3, revenueFen: 7_800, refundedFen: 3_900 },
    errata: { reported: 2, open: 0, accepted: 1, fixed: 1, rejected: 0, duplicate: 0 },
    days: [
      { day: '2026-09-07', readers: 10 },
      { day: '2026-09-08', readers: null },
    ],
    chapters: [
      {
        href: 'a',
        title: '学而',
        readers: 35,
        reachedPercent: 100,
        donePercent: 60,
        rereadPercent: 20,
        medianMinutes: 9,
        expectedMinutes: 8,
        weekReaders: [20, null],
      },
    ],
    highlighted: [{ chapter: '学而', quote: '学而时习之', users: 15 }],
    questions: [{ chapter: '学而', itemId: 'ex-1', users: 30, facilityPercent: 36, discrimination: 73 }],
    institutions: [{ id: SCHOOL, name: '甲大学', readers: 25 }],
    ...statistics,
  },
});

beforeEach(() => signInHere());

const open = async (...responses: Parameters<typeof stubCalls>) => {
  const calls = stubCalls(succeed(listTrackingReports, { items: [] }), ...responses);
  const view = renderInApp(<BookStatistics bookId={BOOK} />);
  return { ...view, calls };
};

it('shows the numbers with their meaning, marks simulated data, and says which are hidden', async () => {
  const { container } = await open(succeed(getAuthorStatistics, found()));
  expect(await screen.findByText('35 人')).toBeVisible();
  expect(screen.getByText('模拟数据')).toBeVisible();
  expect(screen.getAllByText('近四周读者')[0]?.parentElement).toHaveTextContent('人太少');
  expect(screen.getByText('¥78.00')).toBeVisible();
  const heat = within(screen.getByRole('region', { name: '各章各周的读者：数据表' }));
  expect(heat.getByRole('row', { name: '学而 20 ·' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'ex-1 学而 30 人 36% 0.73' })).toBeVisible();
  expect(screen.getByRole('row', { name: '学而时习之 学而 15 人' })).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('a filter requests its own numbers, and lists that exist only for all readers are left out', async () => {
  const user = userEvent.setup();
  await open(succeed(getAuthorStatistics, found()));
  await user.selectOptions(await screen.findByRole('combobox', { name: '读者' }), '甲大学');
  await waitFor(() => expect(screen.queryByRole('heading', { name: '划线最多的段落' })).toBeNull());
  expect(screen.getByText(/只统计全部读者、全部版本/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: '读者' })).toHaveValue(SCHOOL);
});

it('with fewer than five readers it says why nothing is shown, and still shows sales', async () => {
  const { readers: _, ...few } = found().statistics;
  await open(succeed(getAuthorStatistics, { ...found(), statistics: few }));
  expect(await screen.findByText('读者还不到 5 人')).toBeVisible();
  expect(screen.getByText('¥78.00')).toBeVisible();
  expect(screen.queryByRole('heading', { name: '每天的读者' })).toBeNull();
});

it('a failed request can be repeated', async () => {
  await open(refuse(getAuthorStatistics, 'internal', '服务器出错'));
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});
