/** Tests of paying on phones and inside WeChat, on a whole server (`openTestServer`). Each redirect is valid for its payer only. */
import { type getOrder, LIMITS, type Order, type OutputOf, type PaymentChannel, type PaymentStart } from '@shufang/contract';
import { type FakeWechat, startFakeWechat, WECHAT_AGENT } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { type OrderScenario, openOrderScenario } from '../../../testing/server-order-fixture.ts';
import { APP_HOST, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../../account/complete-sign-in.ts';

const ORIGIN = `http://${APP_HOST}`;
const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

let wechat: FakeWechat;
let fixture: OrderScenario;
let bookId: string;
let userCount = 0;
beforeAll(async () => {
  wechat = await startFakeWechat({ returnOrigin: ORIGIN });
  fixture = await openOrderScenario({
    WECHAT_MP_APP_ID: wechat.accountAppId,
    WECHAT_MP_APP_SECRET: wechat.accountSecret,
    WECHAT_MP_AUTHORIZE_URL: wechat.accountAuthorizeUrl,
    WECHAT_API_URL: wechat.apiUrl,
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.appSecret,
    WECHAT_AUTHORIZE_URL: wechat.authorizeUrl,
  });
  bookId = await fixture.paidBook();
}, 120_000);
afterAll(async () => {
  await fixture?.close();
  await wechat?.stop();
});

const using = (user: TestUser, agent: string): TestUser => ({ ...user, headers: { ...user.headers, 'user-agent': agent } });
const aBuyer = async (agent = WECHAT_AGENT): Promise<{ buyer: TestUser; order: Order }> => {
  userCount += 1;
  const buyer = using(await fixture.shop.user(String(13_622_250_000 + userCount)), agent);
  return { buyer, order: await fixture.order(buyer, bookId) };
};
interface Back {
  readonly code?: string | null;
  readonly state?: string | null;
}
const pay = (as: TestUser, no: string, back: Back = {}, channel: PaymentChannel = 'wechatNative') =>
  fixture.shop.call<{ start: PaymentStart }>('/api/order/pay', { as, body: { no, channel, ...back } });
const startOf = async <K extends PaymentStart['kind']>(
  response: ReturnType<typeof pay>,
  kind: K,
): Promise<Extract<PaymentStart, { kind: K }>> => {
  const { start } = granted(await response);
  if (start.kind !== kind) throw new Error(`a ${start.kind}, not a ${kind}`);
  return start as Extract<PaymentStart, { kind: K }>;
};
/** Opens the URL of WeChat's authorization page as this user. Returns what WeChat adds to the redirect. */
const through = async (url: string): Promise<Required<Back>> => {
  const { searchParams } = await wechat.followLink(url, '同意');
  return { code: searchParams.get('code'), state: searchParams.get('state') };
};
const authorize = async (as: TestUser, no: string): Promise<Required<Back>> => through((await startOf(pay(as, no), 'authorize')).url);
const tradesOf = (no: string) => [...fixture.standIn.trades.values()].filter(({ tradeNo }) => tradeNo.startsWith(no));
const openTrades = async (no: string): Promise<number> =>
  Number((await fixture.query(`select count(*) as count from payment_attempt where order_no = $1 and state = 'open'`, [no]))[0]?.['count']);

describe('the payment page', () => {
  it.each([
    ['a computer', '', 'desktop', ['wechatNative', 'alipayPage'], []],
    ['a phone', PHONE_AGENT, 'phone', ['wechatNative', 'alipayPage'], []],
    ['WeChat', WECHAT_AGENT, 'wechat', ['wechatNative'], ['alipayPage']],
  ])('on %s offers the payment channels that work there', async (_name, agent, environment, channels, channelsElsewhere) => {
    const { buyer, order } = await aBuyer(agent);
    const detail = granted(await fixture.shop.call<OutputOf<typeof getOrder>>(`/api/order/get?no=${order.no}`, { as: buyer }));
    expect(detail).toMatchObject({ clientEnvironment: environment, channels, channelsElsewhere });
  });

  it('cannot start Alipay inside WeChat', async () => {
    const { buyer, order } = await aBuyer();
    expect((await pay(buyer, order.no, {}, 'alipayPage')).code).toBe('orders.channelOff');
  });
});

describe('a payment inside WeChat', () => {
  it('redirects to WeChat without a consent page, returns to the order, and completes', async () => {
    const { buyer, order } = await aBuyer();
    wechat.scanAs({ openid: 'mei', nickname: '' });
    const { url } = await startOf(pay(buyer, order.no), 'authorize');
    expect(new URL(url).searchParams.get('scope')).toBe('snsapi_base');
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/pay/${order.no}`);
    expect(await openTrades(order.no)).toBe(0);
    const { request } = await startOf(pay(buyer, order.no, await through(url)), 'bridge');
    // Reloading the page continues the same payment without another redirect to WeChat.
    expect((await startOf(pay(buyer, order.no), 'bridge')).request).toEqual(request);
    expect(await openTrades(order.no)).toBe(1);
    fixture.standIn.payByBridge(request, 'account-mei');
    const trade = tradesOf(order.no)[0];
    expect(trade).toMatchObject({ totalFen: order.payFen, tradeType: 'JSAPI' });
    expect(await fixture.notify('wechatNative', fixture.standIn.wechatNotification(trade?.tradeNo ?? ''))).toMatch(/^200/);
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'fulfilled', channel: 'wechatNative' });
    expect(JSON.stringify(await fixture.query('select raw from payment_event where order_no = $1', [order.no]))).not.toContain(
      'account-mei',
    );
  });

  it('requires a state that is used once, for its order, in its session, within ten minutes', async () => {
    const [{ buyer, order }, other] = [await aBuyer(), await aBuyer()];
    const failed = async (as: TestUser, no: string, back: Back): Promise<void> => {
      expect((await pay(as, no, back)).code).toBe('orders.payerUnknown');
      expect(await openTrades(no)).toBe(0);
    };
    const first = await authorize(buyer, order.no);
    // The authorization code is valid, but the order and the session belong to another user, so the payment must not start.
    await failed(other.buyer, other.order.no, first);
    expect((await pay(other.buyer, order.no, first)).code).toBe('orders.notFound');
    await failed(buyer, order.no, { ...first, state: 'made-up' });
    const account = assembleAccount(fixture.shop.platform);
    const again = await completeSignIn(
      account,
      { id: buyer.id, nickname: '', avatar: '' },
      { deviceCode: 'pc', deviceId: undefined, userAgent: '' },
    );
    const elsewhere: TestUser = {
      ...buyer,
      headers: { ...buyer.headers, authorization: `dp-token ${again.dpAuthToken}`, 'x-device-code': 'pc' },
    };
    await failed(elsewhere, order.no, first);
    // The `state` of the authorization flow cannot be used a second time, even if its code was invalid.
    await failed(buyer, order.no, { ...first, code: 'made-up' });
    await failed(buyer, order.no, first);
    const late = await authorize(buyer, order.no);
    fixture.shop.platform.advanceClock?.(LIMITS.authorizationLifetimeMs + 1);
    await failed(buyer, order.no, late);
    await startOf(pay(buyer, order.no, await authorize(buyer, order.no)), 'bridge');
  });

  it('does not accept a code of the website application', async () => {
    const { buyer, order } = await aBuyer();
    const { state } = await authorize(buyer, order.no);
    const website = new URL(wechat.authorizeUrl);
    website.search = new URLSearchParams({
      appid: wechat.appId,
      redirect_uri: `${ORIGIN}/lesson/connect/dispatch`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: 'x',
    }).toString();
    const { code } = await through(website.href);
    expect((await pay(buyer, order.no, { code, state })).code).toBe('orders.payerUnknown');
  });

  it('identifies the payer again in another session, and closes the earlier attempt', async () => {
    const { buyer, order } = await aBuyer();
    wechat.scanAs({ openid: 'mei', nickname: '' });
    const { request } = await startOf(pay(buyer, order.no, await authorize(buyer, order.no)), 'bridge');
    await fixture.query(`update payment_attempt set payer_sid = 'another' where order_no = $1`, [order.no]);
    wechat.scanAs({ openid: 'father', nickname: '' });
    const second = await startOf(pay(buyer, order.no, await authorize(buyer, order.no)), 'bridge');
    expect(second.request.package).not.toBe(request.package);
    expect(await openTrades(order.no)).toBe(1);
    expect(() => fixture.standIn.payByBridge(request, 'account-mei')).toThrow('is closed');
    fixture.standIn.payByBridge(second.request, 'account-father');
    await fixture.reconcile(order.no);
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'fulfilled' });
  });

  it('fails while WeChat cannot be reached, and works afterwards', async () => {
    const { buyer, order } = await aBuyer();
    const back = await authorize(buyer, order.no);
    wechat.setFailure('broken');
    expect((await pay(buyer, order.no, back)).code).toBe('orders.channelFailed');
    wechat.setFailure();
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'created' });
    await startOf(pay(buyer, order.no, await authorize(buyer, order.no)), 'bridge');
  });

  it('of another amount, or with an unsigned notification, grants nothing', async () => {
    const { buyer, order } = await aBuyer();
    await startOf(pay(buyer, order.no, await authorize(buyer, order.no)), 'bridge');
    const trade = tradesOf(order.no)[0];
    fixture.standIn.pay(trade?.tradeNo ?? '', { totalFen: 1 });
    const notification = fixture.standIn.wechatNotification(trade?.tradeNo ?? '');
    expect(await fixture.notify('wechatNative', { ...notification, headers: { 'content-type': 'application/json' } })).toMatch(/^401/);
    expect(await fixture.notify('wechatNative', notification)).toMatch(/^200/);
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'created' });
  });
});

describe('a payment on a phone', () => {
  it.each([
    ['wechatNative', /\/checkmweb\?.*redirect_url=/],
    ['alipayPage', /\/gateway\.do\?.*method=alipay\.trade\.wap\.pay/],
  ] as const)('redirects to the page of %s and back to the order', async (channel, address) => {
    const { buyer, order } = await aBuyer(PHONE_AGENT);
    const { url } = await startOf(pay(buyer, order.no, {}, channel), 'redirect');
    expect(url).toMatch(address);
    expect(decodeURIComponent(url)).toContain(`${ORIGIN}/pay/${order.no}?returned=1`);
    expect((await startOf(pay(buyer, order.no, {}, channel), 'redirect')).url).toBe(url);
    expect((await fixture.standIn.openPage(url, ORIGIN)).status).toBe(200);
    const trade = tradesOf(order.no)[0];
    fixture.standIn.pay(trade?.tradeNo ?? '');
    const notificationOf = channel === 'alipayPage' ? fixture.standIn.alipayNotification : fixture.standIn.wechatNotification;
    await fixture.notify(channel, notificationOf(trade?.tradeNo ?? ''));
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'fulfilled', channel, payFen: order.payFen });
  });

  it('replaces a WeChat URL that is too old by a new attempt, and closes the old one', async () => {
    const { buyer, order } = await aBuyer(PHONE_AGENT);
    const first = await startOf(pay(buyer, order.no), 'redirect');
    fixture.shop.platform.advanceClock?.(5 * 60_000);
    const second = await startOf(pay(buyer, order.no), 'redirect');
    expect(second.url).not.toBe(first.url);
    expect(await openTrades(order.no)).toBe(1);
    const states = tradesOf(order.no).map(({ state }) => state);
    expect(states).toEqual(['closed', 'open']);
  });

  it('by the old URL meanwhile pays the order, and no attempt starts', async () => {
    const { buyer, order } = await aBuyer(PHONE_AGENT);
    await startOf(pay(buyer, order.no), 'redirect');
    const trade = tradesOf(order.no)[0];
    fixture.standIn.pay(trade?.tradeNo ?? '');
    fixture.shop.platform.advanceClock?.(5 * 60_000);
    expect((await pay(buyer, order.no)).code).toBe('orders.notPayable');
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'fulfilled' });
  });

  it('is separate from one on a computer for the same order, and the second payment is refunded', async () => {
    const { buyer, order } = await aBuyer(PHONE_AGENT);
    await startOf(pay(buyer, order.no), 'redirect');
    await startOf(pay(using(buyer, ''), order.no), 'qr');
    const [phone, desktop] = tradesOf(order.no);
    expect([phone?.tradeType, desktop?.tradeType]).toEqual(['MWEB', 'NATIVE']);
    const tradeNos = [phone?.tradeNo ?? '', desktop?.tradeNo ?? ''];
    // Both trades are paid before the server knows of either; otherwise the order’s job would close the other trade.
    for (const tradeNo of tradeNos) fixture.standIn.pay(tradeNo);
    for (const tradeNo of tradeNos) await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    await fixture.reconcile(order.no);
    expect(await fixture.find(buyer, order.no)).toMatchObject({ status: 'fulfilled', refundedFen: 0 });
    await expect.poll(() => fixture.standIn.refundsOf(desktop?.tradeNo ?? '')).toEqual([order.payFen]);
  });
});
