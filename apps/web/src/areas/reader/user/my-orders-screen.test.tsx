import {
  cancelOrder,
  createInvoice,
  getOrder,
  getRefundRule,
  type InvoiceRequest,
  listAuthRoles,
  listInvoices,
  listOrders,
  listOrdersToInvoice,
  type Order,
  type Refund,
  requestRefund,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './my-orders-screen.tsx';

const NO = '20261121201500123456';
const anOrder = (part: Partial<Order> = {}): Order => ({
  no: NO,
  status: 'fulfilled',
  items: [{ bookId: '1'.repeat(26), title: '论语选读', authors: '孔子弟子', priceFen: 3980, payFen: 3980 }],
  totalFen: 3980,
  discountFen: 0,
  payFen: 3980,
  refundedFen: 0,
  createdAt: Date.now() - 60_000,
  expireAt: Date.now() + 60_000,
  channel: 'wechatNative',
  paidAt: Date.now() - 30_000,
  ...part,
});
const rule = { eligible: true, amountFen: 3980, until: Date.now() + 86_400_000, obstacles: [], items: [], rule: '付款后 7 天内可以退款。' };
const orders = (...items: Order[]) => succeed(listOrders, { items, toPay: items.filter(({ status }) => status === 'created').length });
const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['buy'] });
const noInvoices = succeed(listInvoices, { items: [] });
const toInvoice = (...items: Order[]) => succeed(listOrdersToInvoice, { items });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('the list of the user’s orders', () => {
  it('shows what to do when there are none', async () => {
    stubCalls(roles, orders(), noInvoices);
    renderInApp(<Component />);
    expect(await screen.findByRole('heading', { name: '还没有订单' })).toBeVisible();
    expect(screen.getByRole('link', { name: '浏览教材' })).toHaveAttribute('href', '/course/list');
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('links an unpaid order to its payment, and shows the number of unpaid orders', async () => {
    stubCalls(roles, orders(anOrder({ status: 'created', paidAt: undefined, channel: undefined })), noInvoices);
    renderInApp(<Component />);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute('href', `/pay/${NO}`);
    expect(screen.getByRole('tab', { name: /待支付\s*1/ })).toBeVisible();
    expect(screen.getByText(/剩余 00:\d\d|剩余 01:00/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /申请退款/ })).toBeNull();
  });

  it('shows that a paid order is not fulfilled yet, and updates automatically', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    stubCalls(roles, orders(anOrder({ status: 'paid' })), noInvoices);
    renderInApp(<Component />);
    expect(await screen.findByText(/已经收到付款，正在开通/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /申请退款/ })).toBeNull();
    stubCalls(roles, orders(anOrder()), noInvoices);
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    expect(await screen.findByRole('button', { name: /申请退款/ })).toBeVisible();
  });

  it('cancels an unpaid order after a confirmation', async () => {
    const open = anOrder({ status: 'created', paidAt: undefined, channel: undefined });
    const { asked } = stubCalls(roles, orders(open), noInvoices, succeed(cancelOrder, { order: { ...open, status: 'closed' } }));
    renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: `取消订单 ${NO}` }));
    const dialog = await screen.findByRole('dialog', { name: '取消订单', hidden: true });
    expect(asked.some(({ name }) => name === cancelOrder.path)).toBe(false);
    await userEvent.click(within(dialog).getByText('取消订单', { selector: 'button' }));
    await waitFor(() => expect(asked.find(({ name }) => name === cancelOrder.path)?.fields).toEqual({ no: NO }));
  });

  it('shows the history of the order in the URL', async () => {
    const event = { at: Date.now(), kind: 'paid', channel: 'wechatNative', amountFen: 3980, detail: '' } as const;
    const detail = {
      order: anOrder(),
      events: [event],
      refunds: [],
      refundRule: rule,
      clientEnvironment: 'desktop' as const,
      channels: ['wechatNative' as const],
      channelsElsewhere: [],
    };
    stubCalls(roles, orders(anOrder()), noInvoices, succeed(getOrder, detail));
    renderInApp(<Component />, `/?no=${NO}`);
    expect(await screen.findByText(/付款（微信支付） ¥39\.80/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: `收起详情：订单 ${NO}`, expanded: true }));
    await waitFor(() => expect(screen.queryByText(/付款（微信支付）/)).toBeNull());
  });

  it('opens a book that can be read, and otherwise the page of the book with the options', async () => {
    const [item] = anOrder().items;
    const owned = { kind: 'owned', reason: '您已购买本书，可长期阅读', source: 'order' } as const;
    const suspended = { kind: 'none', reason: '您的阅读权限已暂停（付款有争议），您还没有本书的阅读权限' } as const;
    const withRight = (right: typeof owned | typeof suspended) => anOrder({ items: item === undefined ? [] : [{ ...item, right }] });
    stubCalls(roles, orders(withRight(owned)), noInvoices);
    const before = renderInApp(<Component />);
    expect(await screen.findByRole('link', { name: '去学习' })).toHaveAttribute('href', `/course/learning/${'1'.repeat(26)}`);
    expect(screen.queryByText(owned.reason)).toBeNull();
    before.unmount();
    stubCalls(roles, orders(withRight(suspended)), noInvoices);
    renderInApp(<Component />);
    expect(await screen.findByRole('link', { name: '查看图书' })).toHaveAttribute('href', `/course/info/${'1'.repeat(26)}`);
    expect(screen.getByText(suspended.reason)).toBeVisible();
    expect(screen.queryByRole('link', { name: '去学习' })).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows the refund rule before any input, and why an order is not refundable', async () => {
    const refused = { ...rule, eligible: false, obstacles: ['付款已超过 7 天'] };
    stubCalls(roles, orders(anOrder()), noInvoices, succeed(getRefundRule, refused));
    renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: `申请退款，订单 ${NO}` }));
    const dialog = await screen.findByRole('dialog', { name: '申请退款', hidden: true });
    expect(await within(dialog).findByText('付款已超过 7 天')).toBeInTheDocument();
    expect(within(dialog).queryByText('提交退款申请')).toBeNull();
  });

  it('sends the request with its reason', async () => {
    const refund: Refund = {
      id: '2'.repeat(26),
      orderNo: NO,
      cause: 'requested',
      amountFen: 3980,
      bookIds: [],
      reason: '',
      status: 'requested',
      reply: '',
      requestedAt: 1,
    };
    const response = succeed(requestRefund, { order: anOrder({ status: 'refunding' }), refund });
    const { asked } = stubCalls(roles, orders(anOrder()), noInvoices, succeed(getRefundRule, rule), response);
    renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: `申请退款，订单 ${NO}` }));
    const dialog = await screen.findByRole('dialog', { name: '申请退款', hidden: true });
    await userEvent.type(await within(dialog).findByLabelText('原因（选填）'), '买错了');
    expect(asked.some(({ name }) => name === requestRefund.path)).toBe(false);
    await userEvent.click(within(dialog).getByText('提交退款申请'));
    await waitFor(() =>
      expect(asked.find(({ name }) => name === requestRefund.path)?.fields).toEqual({ no: NO, reason: '买错了', bookIds: [] }),
    );
  });

  it('requires for an invoice only the necessary fields', async () => {
    const invoice: InvoiceRequest = {
      id: '3'.repeat(26),
      orderNos: [NO],
      titleType: 'enterprise',
      title: '大学',
      amountFen: 3980,
      status: 'submitted',
      reply: '',
      createdAt: 1,
    };
    const { asked } = stubCalls(roles, orders(anOrder()), noInvoices, toInvoice(anOrder()), succeed(createInvoice, invoice));
    renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: `申请发票，订单 ${NO}` }));
    const dialog = await screen.findByRole('dialog', { name: '申请电子发票', hidden: true });
    await userEvent.click(await within(dialog).findByLabelText('单位'));
    await userEvent.click(within(dialog).getByText('提交申请'));
    expect(within(dialog).getByText('请填写发票抬头')).toBeInTheDocument();
    expect(within(dialog).getByText(/税号须为/)).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText('发票抬头'), '大学');
    await userEvent.type(within(dialog).getByLabelText('税号'), '12100000400000001A');
    await userEvent.click(within(dialog).getByText('提交申请'));
    const sent = { orderNos: [NO], titleType: 'enterprise', title: '大学', taxNo: '12100000400000001A' };
    await waitFor(() => expect(asked.find(({ name }) => name === createInvoice.path)?.fields).toEqual(sent));
  });

  it('offers every order for one invoice, independent of the tab and its pages', async () => {
    const [here, elsewhere] = [anOrder(), anOrder({ no: '20251121201500123456', payFen: 1000 })];
    const { asked } = stubCalls(roles, orders(anOrder({ status: 'closed', paidAt: undefined })), noInvoices, toInvoice(here, elsewhere));
    renderInApp(<Component />, '/?tab=closed');
    await userEvent.click(await screen.findByRole('button', { name: '申请发票' }));
    const dialog = await screen.findByRole('dialog', { name: '申请电子发票', hidden: true });
    expect(await within(dialog).findByText('合计 ¥49.80')).toBeInTheDocument();
    expect(within(dialog).getAllByRole('checkbox', { hidden: true })).toHaveLength(2);
    expect(asked.find(({ name }) => name === listOrdersToInvoice.path)?.fields).toEqual({ limit: '50' });
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows when no order can be put on an invoice, and when the orders failed to load', async () => {
    stubCalls(roles, orders(anOrder({ status: 'closed', paidAt: undefined })), noInvoices, toInvoice());
    const before = renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: '申请发票' }));
    expect(await screen.findByText(/没有可以开票的订单/)).toBeInTheDocument();
    before.unmount();
    stubCalls(roles, orders(anOrder()), noInvoices, refuse(listOrdersToInvoice, 'unavailable', '暂时不可用'));
    renderInApp(<Component />);
    await userEvent.click(await screen.findByRole('button', { name: '申请发票' }));
    expect(await screen.findByText('可以开票的订单没有加载出来')).toBeInTheDocument();
    stubCalls(roles, orders(anOrder()), noInvoices, toInvoice(anOrder()));
    await userEvent.click(screen.getByText('重试'));
    expect(await screen.findByText('合计 ¥39.80')).toBeInTheDocument();
  });
});
