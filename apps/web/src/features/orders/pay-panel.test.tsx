import { cancelOrder, type getOrder, LIMITS, type Order, type OutputOf, payOrder, pollOrder } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { serveFailures, serveNothing } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { PayPanel } from './pay-panel.tsx';

const NO = '20261121201500123456';
const BOOK = '1'.repeat(26);
type Detail = OutputOf<typeof getOrder>;
const detailOf = (order: Partial<Order> = {}, part: Partial<Detail> = {}): Detail => ({
  order: {
    no: NO,
    status: 'created',
    items: [{ bookId: BOOK, title: '论语选读', authors: '孔子弟子', priceFen: 3980, payFen: 3980 }],
    totalFen: 3980,
    discountFen: 0,
    payFen: 3980,
    refundedFen: 0,
    createdAt: Date.now(),
    expireAt: Date.now() + 1_800_000,
    ...order,
  },
  events: [],
  refunds: [],
  refundRule: { eligible: false, amountFen: 3980, obstacles: [], items: [], rule: '' },
  clientEnvironment: 'desktop',
  channels: ['wechatNative'],
  channelsElsewhere: [],
  ...part,
});
const polled = (status: Order['status'] = 'created') =>
  succeed(pollOrder, { no: NO, status, expireAt: Date.now() + 1_800_000, now: Date.now() });
const started = succeed(payOrder, { start: { kind: 'qr', codeUrl: 'weixin://wxpay/bizpayurl?pr=abc' }, expireAt: 1 });

const show = (detail: Detail, backTo?: string) =>
  renderInApp(
    <main>
      <PayPanel detail={detail} backTo={backTo} arrival={{ returned: false, authorization: undefined }} />
    </main>,
  );

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an unpaid order', () => {
  it('shows that the payment is being prepared until the server responds', async () => {
    serveNothing(polled());
    show(detailOf());
    expect(await screen.findByText('正在准备支付')).toBeVisible();
    expect(screen.getByText('¥39.80')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows why the payment cannot begin, and begins it on retry', async () => {
    const user = userEvent.setup();
    stubCalls(polled(), refuse(payOrder, 'orders.channelFailed', '微信支付暂时没有响应'));
    show(detailOf());
    expect(await screen.findByRole('alert')).toHaveTextContent('微信支付暂时没有响应');
    expect(await accessibilityViolations()).toEqual([]);
    stubCalls(polled(), started);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
  });

  it('says so while the result of the payment cannot be queried', async () => {
    serveFailures(started);
    show(detailOf());
    expect(await screen.findByText('暂时查不到支付结果，正在重试。', {}, { timeout: 15_000 })).toBeVisible();
    expect(screen.getByRole('img', { name: '微信支付二维码' })).toBeVisible();
  });

  it('has a hint in place of payment providers where none is available, and can still be canceled', async () => {
    stubCalls(polled());
    show(detailOf({}, { channels: [] }));
    expect(await screen.findByText(/这里没有可用的支付方式/)).toBeVisible();
    expect(screen.getByRole('button', { name: '取消订单' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('cannot be paid after its time, and the result is awaited', async () => {
    const { asked } = stubCalls(polled(), started);
    show(detailOf({ expireAt: Date.now() - 60_000 }));
    expect(await screen.findByRole('timer')).toHaveTextContent('付款时间已到，正在向支付平台确认结果。');
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain(pollOrder.path));
    expect(asked.map(({ name }) => name)).not.toContain(payOrder.path);
  });

  it('is canceled only after the confirmation', async () => {
    const user = userEvent.setup();
    const { asked } = stubCalls(polled(), started, succeed(cancelOrder, { order: detailOf({ status: 'closed' }).order }));
    show(detailOf());
    await user.click(await screen.findByRole('button', { name: '取消订单' }));
    await user.click(screen.getByRole('button', { name: '先不取消' }));
    expect(asked.map(({ name }) => name)).not.toContain(cancelOrder.path);
    await user.click(screen.getByRole('button', { name: '取消订单' }));
    await user.click(screen.getAllByRole('button', { name: '取消订单' }).at(-1) ?? document.body);
    await waitFor(() => expect(asked.find(({ name }) => name === cancelOrder.path)?.fields).toEqual({ no: NO }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a paid order is polled until its books are readable', async () => {
  expect(LIMITS.orderPollMs).toBeLessThan(15_000);
  const { asked } = stubCalls(polled('paid'));
  show(detailOf({ status: 'paid' }));
  expect(await screen.findByRole('heading', { name: '已付款，正在开通' })).toBeVisible();
  await waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 15_000 });
  expect(new Set(asked.map(({ name }) => name))).toEqual(new Set([pollOrder.path]));
});

it.each([
  ['fulfilled', '已开通《论语选读》', '开始学习', `/course/learning/${BOOK}`],
  ['closed', '订单已关闭', '回到图书', `/course/info/${BOOK}`],
  ['refunding', '正在退款', '查看订单', `/user/myOrders?no=${NO}`],
  ['partiallyRefunded', '已部分退款', '查看订单', `/user/myOrders?no=${NO}`],
  ['refunded', '已退款', '查看订单', `/user/myOrders?no=${NO}`],
] as const)('an order with the status %s shows “%s” with a link and makes no call', async (status, title, link, address) => {
  const { asked } = stubCalls();
  show(detailOf({ status }));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', address);
  expect(screen.queryByRole('timer')).toBeNull();
  expect(asked).toEqual([]);
  expect(await accessibilityViolations()).toEqual([]);
});

it('a bundle links to the books of the user and, once closed, to its collection', async () => {
  stubCalls();
  const bundle = { collectionId: 'c1', title: '先秦' } as NonNullable<Order['bundle']>;
  const { unmount } = show(detailOf({ status: 'fulfilled', bundle }));
  expect(await screen.findByRole('link', { name: '去我的图书' })).toHaveAttribute('href', '/user/myBooks');
  unmount();
  show(detailOf({ status: 'closed', bundle }));
  expect(await screen.findByRole('link', { name: '查看合集' })).toHaveAttribute('href', '/book/collection/c1');
});
