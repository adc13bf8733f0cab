/** Tests the dashboard: numbers with their meaning, hidden numbers, the period, and the parts and links that an operator sees. */
import { type Dashboard, getDashboard } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { type OpenLists, OperatorDashboard } from './dashboard.tsx';

const BOOK = '0'.repeat(26);

const whole: Dashboard = {
  from: '2026-09-07',
  to: '2026-09-20',
  computedAt: Date.UTC(2026, 8, 21),
  isSimulated: true,
  sales: { orders: 24, revenueFen: 123_450, refundedFen: 4_980 },
  reading: { readers: 65, hours: 210 },
  books: { published: 12, added: 2, draft: 3, offShelf: 1 },
  codes: { bound: 40 },
  trials: { users: 30, obtainedPercent: 20 },
  imports: { done: 4, failed: 1, running: 0 },
  searches: [{ word: '量子烹饪', count: 9 }],
  weeks: [
    { week: '2026-09-07', orders: 10, revenueFen: 50_000, refundedFen: 0, codes: 15 },
    { week: '2026-09-14', readers: 35, orders: 14, revenueFen: 73_450, refundedFen: 4_980, codes: 25 },
  ],
  topBooks: [{ bookId: BOOK, title: '论语选读', readers: 60, hours: 200, orders: 24, revenueFen: 123_450 }],
};

const opening = (isOpen: boolean): OpenLists => ({
  sales: isOpen,
  reading: isOpen,
  trials: isOpen,
  codes: isOpen,
  books: isOpen,
  imports: isOpen,
  searches: isOpen,
});

const open = async (dashboard: Dashboard, isOpen: boolean) => {
  const server = stubCalls(succeed(getDashboard, dashboard));
  const view = renderInApp(<OperatorDashboard opens={opening(isOpen)} storage={<p>存储用量</p>} />);
  await screen.findByRole('combobox', { name: '时间' });
  return { ...view, server };
};

beforeEach(() => signInHere());

it('shows every part with its meaning, hidden numbers, and links to the lists', async () => {
  const { container } = await open(whole, true);
  const sales = within(screen.getByRole('region', { name: '销售' }));
  expect(sales.getByText('¥1,234.50')).toBeVisible();
  expect(await sales.findByRole('link', { name: '查看订单' })).toHaveAttribute('href', '/admin/orders');
  expect(within(screen.getByRole('region', { name: '读者' })).getByText('人太少')).toBeVisible();
  expect(within(screen.getByRole('region', { name: '试读' })).getByText('20%')).toBeVisible();
  expect(screen.getByRole('row', { name: '论语选读 60 200 人太少 24 ¥1,234.50' })).toBeVisible();
  expect(screen.getByRole('row', { name: '量子烹饪 9' })).toBeVisible();
  const readers = within(screen.getByRole('region', { name: '每周的读者：数据表' }));
  expect(readers.getByRole('row', { name: '26/9/7 人太少' })).toBeInTheDocument();
  expect(readers.getByRole('row', { name: '26/9/14 35' })).toBeInTheDocument();
  expect(screen.getByText('模拟数据')).toBeVisible();
  expect(screen.getByText('存储用量')).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('shows an operator of sales only what the role may see', async () => {
  const { sales, codes, from, to, computedAt } = whole;
  await open(
    {
      from,
      to,
      computedAt,
      isSimulated: false,
      ...(sales && { sales }),
      ...(codes && { codes }),
      weeks: [{ week: '2026-09-14', orders: 14, revenueFen: 73_450, refundedFen: 0, codes: 25 }],
      topBooks: [{ bookId: BOOK, title: '论语选读', orders: 24, revenueFen: 123_450 }],
    },
    false,
  );
  expect(screen.getByRole('row', { name: '论语选读 24 ¥1,234.50' })).toBeVisible();
  expect(screen.queryByRole('link', { name: '论语选读' })).toBeNull();
  for (const name of ['读者', '没有结果的搜索']) expect(screen.queryByRole('heading', { name })).toBeNull();
});

it('requests another period, which is in the address', async () => {
  const { router, server } = await open(whole, true);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '时间' }), '全部时间');
  expect(router.state.location.search).toBe('?period=all');
  expect(await screen.findByRole('combobox', { name: '时间' })).toHaveValue('all');
  await waitFor(() =>
    expect(server.asked.filter(({ name }) => name === getDashboard.path).map(({ fields }) => fields)).toEqual([
      { period: 'term' },
      { period: 'all' },
    ]),
  );
});
