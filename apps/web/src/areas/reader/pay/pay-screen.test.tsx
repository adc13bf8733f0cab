import { getOrder, listAuthRoles, type Order, type OutputOf, payOrder, pollOrder } from '@shufang/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
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
  clientEnvironment: 'desktop',
  channels: ['wechatNative', 'alipayPage'],
  channelsElsewhere: [],
});
const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['buy'] });
/** A response to `pollOrder`, with the server's clock at the time of the call. */
const polled = (part: Partial<OutputOf<typeof pollOrder>> = {}): [string, () => { payload: OutputOf<typeof pollOrder> }] => [
  pollOrder.path,
  () => ({ payload: { no: NO, status: 'created', expireAt: Date.now() + 1_800_000, now: Date.now(), ...part } }),
];
const qr = { kind: 'qr', codeUrl: 'weixin://wxpay/bizpayurl?pr=abc' } as const;
const form = {
  kind: 'form',
  action: 'https://openapi.alipay.com/gateway.do?charset=utf-8',
  fields: { charset: 'utf-8', biz_content: '{"a":"书"}', sign: 'a+b/c=' },
} as const;

const renderPay = (search = '') => {
  // The page is rendered inside `main`, as in the app; otherwise its header would count as a banner landmark.
  const element = (
    <main>
      <Component />
    </main>
  );
  const router = createMemoryRouter([{ path: '/pay/:orderNo', element }], { initialEntries: [`/pay/${NO}${search}`] });
  const shown = render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, ...shown };
};

/** Records the URL and the referrer policy of the last navigation, because jsdom does not navigate. */
const followLeaving = () => {
  const left: { href: string; target: string; referrerPolicy: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    left.push({ href: this.href, target: this.target, referrerPolicy: this.referrerPolicy });
  });
  return left;
};
const detailIn = (browserKind: 'phone' | 'wechat', part: Partial<OutputOf<typeof getOrder>> = {}) =>
  succeed(getOrder, { ...detailOf(anOrder()), clientEnvironment: browserKind, ...part });
const starting = (...starts: OutputOf<typeof payOrder>['start'][]): [string, () => { payload: OutputOf<typeof payOrder> }] => {
  let next = 0;
  return [payOrder.path, () => ({ payload: { start: starts[Math.min(next++, starts.length - 1)] ?? qr, expireAt: 1 } })];
};
const redirect = { kind: 'redirect', url: 'https://wx.example.com/checkmweb?prepay_id=1' } as const;
const authorize = { kind: 'authorize', url: 'https://open.example.com/authorize?state=s1' } as const;
const bridge = {
  kind: 'bridge',
  request: { appId: 'wx1', timeStamp: '1763800000', nonceStr: 'n', package: 'prepay_id=1', signType: 'RSA', paySign: 's' },
} as const;
/** Defines the JavaScript bridge that WeChat injects into its pages. */
const bringBridge = (result: string) => {
  const invoke = vi.fn((_name: string, _request: unknown, onDone: (result: { err_msg: string }) => void) => onDone({ err_msg: result }));
  vi.stubGlobal('WeixinJSBridge', { invoke });
  return invoke;
};

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a payment', () => {
  it('shows WeChat’s QR code first, the amount, and the remaining time', async () => {
    stubCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: qr, expireAt: 1 }));
    renderPay();
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
    expect(screen.getByText('¥39.80')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/剩余付款时间 (30:00|29:5\d)/);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('opens Alipay in a new window by a URL with every signed field', async () => {
    const { asked } = stubCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: form, expireAt: 1 }));
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

  it('shows why it cannot begin, and can be retried', async () => {
    stubCalls(
      roles,
      succeed(getOrder, detailOf(anOrder())),
      polled(),
      refuse(payOrder, 'orders.channelFailed', '暂时连接不上支付平台，请稍后再试'),
    );
    renderPay();
    expect(await screen.findByText('暂时连接不上支付平台，请稍后再试')).toBeVisible();
    stubCalls(roles, succeed(getOrder, detailOf(anOrder())), polled(), succeed(payOrder, { start: qr, expireAt: 1 }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
  });

  it('uses the clock of the server: an order that has expired there cannot be paid', async () => {
    const ahead = polled({ now: Date.now() + 3_600_000 });
    stubCalls(roles, succeed(getOrder, detailOf(anOrder())), ahead, succeed(payOrder, { start: qr, expireAt: 1 }));
    renderPay();
    expect(await screen.findByText('付款时间已到，正在向支付平台确认结果。')).toBeVisible();
    expect(screen.queryByRole('img', { name: '微信支付二维码' })).toBeNull();
  });

  it('ends automatically when the server confirms it, with a link to the previous page', async () => {
    let isPaid = false;
    const [path] = succeed(getOrder, detailOf(anOrder()));
    stubCalls(
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

  it('never links to another site', async () => {
    stubCalls(roles, succeed(getOrder, detailOf(anOrder({ status: 'fulfilled', paidAt: 1, channel: 'local' }))));
    renderPay('?to=//evil.example/');
    expect(await screen.findByRole('link', { name: '回到刚才的位置' })).toHaveAttribute('href', '/');
  });

  it('of a closed order links to the book', async () => {
    stubCalls(roles, succeed(getOrder, detailOf(anOrder({ status: 'closed', closedAt: 1, closeReason: 'timeout' }))));
    renderPay();
    expect(await screen.findByRole('heading', { name: '订单已关闭' })).toBeVisible();
    expect(screen.getByRole('link', { name: '回到图书' })).toHaveAttribute('href', `/course/info/${BOOK}`);
  });
});

describe('a payment on a phone', () => {
  it('begins on request and navigates this window to the platform, whose only referrer is our origin', async () => {
    const left = followLeaving();
    const { asked } = stubCalls(roles, detailIn('phone'), polled(), starting(redirect));
    renderPay(`?to=${encodeURIComponent(`/course/learning/${BOOK}`)}`);
    const button = await screen.findByRole('button', { name: '去支付 ¥39.80' });
    expect(screen.getByText('将打开微信付款，完成后回到本页。')).toBeVisible();
    expect(asked.some(({ name }) => name === payOrder.path)).toBe(false);
    expect(await accessibilityViolations()).toEqual([]);
    button.focus();
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(left).toEqual([{ href: redirect.url, target: '', referrerPolicy: 'origin' }]));
    // A user who navigates back from the payment provider finds the message that the result of the payment is being requested.
    expect(await screen.findByText(/正在向支付平台确认付款结果/)).toBeVisible();
  });

  it('queries the server after the return and can begin again, and the URL contains no parameter of the platform', async () => {
    const left = followLeaving();
    let isPaid = false;
    stubCalls(
      roles,
      [
        getOrder.path,
        () => ({ payload: { ...detailOf(anOrder(isPaid ? { status: 'fulfilled', paidAt: 1 } : {})), clientEnvironment: 'phone' } }),
      ],
      [
        pollOrder.path,
        () => ({ payload: { no: NO, status: isPaid ? 'fulfilled' : 'created', expireAt: Date.now() + 1_000_000, now: Date.now() } }),
      ],
      starting(form),
    );
    const { router } = renderPay('?returned=1&out_trade_no=1&sign=a%2Bb&to=%2Fbookshelf');
    expect(await screen.findByText(/正在向支付平台确认付款结果/)).toHaveAttribute('role', 'status');
    expect(screen.getByText(/万一重复付款，多付的会原路退回/)).toBeVisible();
    await vi.waitFor(() => expect(router.state.location.search).toBe('?to=%2Fbookshelf'));
    await userEvent.click(screen.getByRole('radio', { name: '支付宝' }));
    await userEvent.click(screen.getByRole('button', { name: '重新支付' }));
    await vi.waitFor(() => expect(left[0]?.href).toMatch(/^https:\/\/openapi\.alipay\.com\/gateway\.do\?/));
    isPaid = true;
    expect(await screen.findByRole('heading', { name: '已开通《论语选读》' }, { timeout: 6_000 })).toBeVisible();
    expect(screen.getByRole('link', { name: '回到刚才的位置' })).toHaveAttribute('href', '/bookshelf');
  });

  it('continues with the page that the user came from, although the platform returns to the plain URL', async () => {
    followLeaving();
    stubCalls(roles, detailIn('phone'), polled(), starting(redirect));
    const { unmount } = renderPay('?to=%2Fbookshelf');
    await userEvent.click(await screen.findByRole('button', { name: '去支付 ¥39.80' }));
    await screen.findByText(/正在向支付平台确认付款结果/);
    unmount();
    stubCalls(roles, succeed(getOrder, { ...detailOf(anOrder({ status: 'fulfilled', paidAt: 1 })), clientEnvironment: 'phone' }));
    renderPay('?returned=1');
    expect(await screen.findByRole('link', { name: '回到刚才的位置' })).toHaveAttribute('href', '/bookshelf');
  });

  it('shows a QR code for another phone where the platform has no page for phones, and a message where no channel is available', async () => {
    stubCalls(roles, detailIn('phone'), polled(), starting(qr));
    const { unmount } = renderPay();
    await userEvent.click(await screen.findByRole('button', { name: '去支付 ¥39.80' }));
    expect(await screen.findByRole('img', { name: '微信支付二维码' })).toBeVisible();
    expect(screen.getByText(/请用另一部手机的微信扫码付款/)).toBeVisible();
    unmount();
    stubCalls(roles, detailIn('wechat', { channels: [], channelsElsewhere: ['alipayPage'] }), polled());
    renderPay();
    expect(await screen.findByText(/这里没有可用的支付方式/)).toBeVisible();
    expect(screen.getByText(/想用支付宝付款，请点右上角的菜单/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /支付 ¥/ })).toBeNull();
  });

  it('never navigates to an invalid URL', async () => {
    const left = followLeaving();
    stubCalls(roles, detailIn('phone'), polled(), starting({ kind: 'redirect', url: 'javascript:alert(1)' }));
    renderPay();
    await userEvent.click(await screen.findByRole('button', { name: '去支付 ¥39.80' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('暂时不能支付');
    expect(left).toEqual([]);
  });
});

describe('a payment inside WeChat', () => {
  const here = detailIn('wechat', { channels: ['wechatNative'], channelsElsewhere: ['alipayPage'] });

  it('first lets WeChat identify the payer, in this window', async () => {
    const left = followLeaving();
    stubCalls(roles, here, polled(), starting(authorize));
    renderPay();
    await userEvent.click(await screen.findByRole('button', { name: '去支付 ¥39.80' }));
    await vi.waitFor(() => expect(left.map(({ href }) => href)).toEqual([authorize.url]));
    expect(screen.queryByText(/正在向支付平台确认付款结果/)).toBeNull();
  });

  it.each([
    ['get_brand_wcpay_request:ok', 'status', /正在向支付平台确认付款结果/],
    ['get_brand_wcpay_request:cancel', 'status', /已取消支付。订单还在/],
    ['get_brand_wcpay_request:fail', 'alert', /微信没有完成支付/],
  ])('passes the request to WeChat once after the return, and shows the result %s', async (result, role, text) => {
    const invoke = bringBridge(result);
    const { asked } = stubCalls(roles, here, polled(), starting(bridge));
    const { router } = renderPay('?code=c1&state=s1');
    expect(await screen.findByText(text)).toHaveAttribute('role', role);
    expect(invoke.mock.calls.map(([name, request]) => [name, request])).toEqual([['getBrandWCPayRequest', bridge.request]]);
    const paying = asked.filter(({ name }) => name === payOrder.path).map(({ fields }) => fields);
    expect(paying).toEqual([{ no: NO, channel: 'wechatNative', code: 'c1', state: 's1' }]);
    expect(router.state.location.search).toBe('');
    expect(await accessibilityViolations()).toEqual([]);
    // After the canceled or failed payment the order is still open, so the next click starts another payment.
    await userEvent.click(screen.getByRole('button', { name: '重新支付' }));
    await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(2));
    expect(asked.filter(({ name }) => name === payOrder.path).at(-1)?.fields).toEqual({ no: NO, channel: 'wechatNative' });
  });

  it('waits for the bridge, which WeChat injects shortly after the page', async () => {
    stubCalls(roles, here, polled(), starting(bridge));
    renderPay('?code=c1&state=s1');
    await screen.findByRole('button', { name: '正在准备支付' });
    const invoke = bringBridge('get_brand_wcpay_request:cancel');
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    expect(await screen.findByText(/已取消支付/)).toBeVisible();
    expect(invoke).toHaveBeenCalledTimes(1);
  });

  it('shows a message without a bridge, when the page does not run inside WeChat', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    stubCalls(roles, here, polled(), starting(bridge));
    renderPay('?code=c1&state=s1');
    await screen.findByRole('button', { name: '正在准备支付' });
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    expect(await screen.findByText(/没有连上微信的支付功能/)).toHaveAttribute('role', 'alert');
  });

  it('shows the error of the server, and identifies the payer again on the next click', async () => {
    const left = followLeaving();
    stubCalls(roles, here, polled(), refuse(payOrder, 'orders.payerUnknown', '没有取得微信的付款授权，请重试'));
    renderPay('?code=old&state=s1');
    expect(await screen.findByText('没有取得微信的付款授权，请重试')).toHaveAttribute('role', 'alert');
    stubCalls(roles, here, polled(), starting(authorize));
    await userEvent.click(screen.getByRole('button', { name: '重新支付' }));
    await vi.waitFor(() => expect(left.map(({ href }) => href)).toEqual([authorize.url]));
  });
});
