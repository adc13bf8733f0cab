import { getOrder, listAuthRoles, type Order, type OutputOf, payOrder, pollOrder } from '@shufang/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { endSession } from '../../platform/session/session.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { Component } from './pay-screen.tsx';

const NO = '20261121201500123456';
const BOOK = '1'.repeat(26);
const anOrder = (part: Partial<Order> = {}): Order => ({
  no: NO,
  status: 'created',
  items: [{ bookId: BOOK, title: '论语选读', authors: '孔子弟子', priceFen: 3980, payFen: 3980 }],
  totalFen: 3980,
  discountFen: 0,
  payFen: 3980,
  refundedFen: 0,
  createdAt: Date.now(),
  expireAt: Date.now() + 1_800_000,
  ...part,
});
const detailOf = (order: Order): OutputOf<typeof getOrder> => ({
  order,
  events: [],
  refunds: [],
  refundRule: { eligible: false, amountFen: 3980, obstacles: [], items: [], rule: '' },
  channels: ['wechatNative', 'alipayPage'],
});
const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['buy'] });
const polled = (part: Partial<OutputOf<typeof pollOrder>> = {}) =>
  succeed(pollOrder, { no: NO, status: 'created', expireAt: Date.now() + 1_800_000, now: Date.now(), ...part });
const qr = { kind: 'qr', codeUrl: 'weixin://wxpay/bizpayurl?pr=abc' } as const;
const form = {
  kind: 'form',
  action: 'https://openapi.alipay.com/gateway.do?charset=utf-8',
  fields: { charset: 'utf-8', biz_content: '{"a":"书"}', sign: 'a+b/c=' },
} as const;

const renderPay = (search = '') => {
  // As in the shell: a page's heading is no banner of the site.
  const element = (
    <main>
      <Component />
    </main>
  );
  const router = createMemoryRouter([{ path: '/pay/:orderNo', element }], { initialEntries: [`/pay/${NO}${search}`] });
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
};

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('paying', () => {
  it('shows the code of WeChat first, how much, and how long', async () => {
    answerCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: qr, expireAt: 1 }));
    renderPay();
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
    expect(screen.getByText('¥39.80')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/剩余付款时间 (30:00|29:5\d)/);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('leads to Alipay by an address with every signed field, in a window of its own', async () => {
    const { asked } = answerCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: form, expireAt: 1 }));
    renderPay();
    await userEvent.click(await screen.findByRole('radio', { name: '支付宝' }));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '打开支付宝付款' });
    expect(link).toHaveAttribute('target', '_blank');
    const { origin, pathname, searchParams } = new URL(link.href);
    expect(origin + pathname).toBe('https://openapi.alipay.com/gateway.do');
    expect(Object.fromEntries(searchParams)).toEqual(form.fields);
    expect(asked.filter(({ name }) => name === payOrder.path).map(({ fields }) => fields['channel'])).toEqual([
      'wechatNative',
      'alipayPage',
    ]);
  });

  it('says why it cannot begin, and begins again', async () => {
    answerCalls(
      roles,
      succeed(getOrder, detailOf(anOrder())),
      polled(),
      refuse(payOrder, 'orders.channelFailed', '暂时连接不上支付平台，请稍后再试'),
    );
    renderPay();
    expect(await screen.findByText('暂时连接不上支付平台，请稍后再试')).toBeVisible();
    answerCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: qr, expireAt: 1 }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
  });

  it('goes by the clock of the server: what is over there cannot be paid here', async () => {
    const ahead = polled({ now: Date.now() + 3_600_000 });
    answerCalls(roles, succeed(getOrder, detailOf(anOrder())), ahead, succeed(payOrder, { start: qr, expireAt: 1 }));
    renderPay();
    expect(await screen.findByText('付款时间已到，正在向支付平台确认结果。')).toBeVisible();
    expect(screen.queryByRole('img', { name: '微信支付二维码' })).toBeNull();
  });

  it('is over by itself once the server says so, and leads back to where the person was', async () => {
    let isPaid = false;
    const [path] = succeed(getOrder, detailOf(anOrder()));
    answerCalls(
      roles,
      [path, () => ({ payload: detailOf(anOrder(isPaid ? { status: 'fulfilled', paidAt: 1, channel: 'wechatNative' } : {})) })],
      [
        pollOrder.path,
        () => ({ payload: { no: NO, status: isPaid ? 'fulfilled' : 'created', expireAt: Date.now() + 1_000_000, now: Date.now() } }),
      ],
      succeed(payOrder, { start: qr, expireAt: 1 }),
    );
    renderPay(`?to=${encodeURIComponent(`/course/learning/${BOOK}`)}`);
    await screen.findByRole('img', { name: '微信支付二维码' });
    isPaid = true;
    expect(await screen.findByRole('heading', { name: '已开通《论语选读》' }, { timeout: 6_000 })).toBeVisible();
    expect(screen.getByRole('link', { name: '回到刚才的位置' })).toHaveAttribute('href', `/course/learning/${BOOK}`);
  });

  it('never leads to another site', async () => {
    answerCalls(roles, succeed(getOrder, detailOf(anOrder({ status: 'fulfilled', paidAt: 1, channel: 'local' }))));
    renderPay('?to=//evil.example/');
    expect(await screen.findByRole('link', { name: '回到刚才的位置' })).toHaveAttribute('href', '/');
  });

  it('of a closed order leads back to the book', async () => {
    answerCalls(roles, succeed(getOrder, detailOf(anOrder({ status: 'closed', closedAt: 1, closeReason: 'timeout' }))));
    renderPay();
    expect(await screen.findByRole('heading', { name: '订单已关闭' })).toBeVisible();
    expect(screen.getByRole('link', { name: '回到图书' })).toHaveAttribute('href', `/course/info/${BOOK}`);
  });
});
