/** Tests of starting the payment of an order: what is sent to the payment provider, what is stored, and concurrent changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PaymentGateway, type PaymentToBegin, PlatformError } from '../../../gateways/payment/payment-gateway.ts';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { ORDER_LIMITS } from '../limits.ts';
import { findAttempt, listPaymentEvents, markClosed } from '../store.ts';
import { createOrderFixture, type OrderFixture, type OrderGiven, PRICE_FEN } from '../testing/order-fixture.ts';
import { payOrder } from './pay-order.ts';
import { asCodedError } from './payment-error.ts';

testAccess('payOrder', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('payOrder', async ({ anOrder }) => {
  const { as, no } = await anOrder();
  return { as, body: { no, channel: 'local' } };
});

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

type Channel = 'wechatNative' | 'alipayPage';
const anOrder = async (given: OrderGiven = {}) => orders.order({ items: [{ bookId: await orders.book(), title: '论语' }], ...given });
/** Starts a payment without a rate limit. */
const begin = (no: string, channel: Channel | 'local' = 'wechatNative', userId = orders.mei) =>
  payloadOf(
    payOrder(
      { ...orders.deps, limiter: { ...orders.deps.limiter, take: async () => ({ allowed: true, retryAfterMs: 0 }) } },
      orders.caller(userId),
      { no, channel },
    ),
  );
const attempts = (no: string) =>
  orders.query<{ trade_no: string; state: string }>('select * from payment_attempt where order_no = $1 order by created_at, trade_no', [
    no,
  ]);
/** Returns the dependencies with some functions of the gateways replaced. */
const withGateway = (change: Partial<PaymentGateway>) => ({
  ...orders.deps,
  gateways: orders.deps.gateways.map((gateway) => ({ ...gateway, ...change })),
});

describe('a payment that is started', () => {
  it('at WeChat Pay is a code to scan, stored as an open attempt with its own trade number', async () => {
    const no = await anOrder();
    const { start, expireAt } = await begin(no);
    expect(start).toEqual({ kind: 'qr', codeUrl: expect.stringMatching(/^weixin:\/\//) });
    expect(expireAt).toBe((await orders.row('purchase_order', 'no', no))?.['expire_at']);
    const [attempt] = await attempts(no);
    expect(attempt).toMatchObject({ order_no: no, channel: 'wechatNative', state: 'open', start, created_at: orders.now() });
    expect(attempt?.trade_no).toMatch(new RegExp(`^${no}_.{4}0$`));
    expect(orders.standIn.trades.get(attempt?.trade_no ?? '')).toMatchObject({
      totalFen: PRICE_FEN,
      notifyUrl: 'https://books.example.com/api/pay/notify/wechat',
    });
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([
      {
        at: orders.now(),
        type: 'create',
        channel: 'wechatNative',
        verified: true,
        raw: { tradeNo: attempt?.trade_no, amountFen: PRICE_FEN, environment: 'desktop' },
      },
    ]);
  });

  it.each([
    ['wechatNative', '/api/pay/notify/wechat'],
    ['alipayPage', '/api/pay/notify/alipay'],
    ['local', '/api/pay/notify/local'],
  ] as const)('at %s has the amount, the books, the deadline and the URLs', async (channel, path) => {
    const requests: PaymentToBegin[] = [];
    const deps = withGateway({
      channel,
      begin: async (payment) => {
        requests.push(payment);
        return { kind: 'page', url: 'https://pay.example.com' };
      },
    });
    const no = await orders.order({
      items: [
        { bookId: await orders.book(), title: '论语', payFen: 100 },
        { bookId: await orders.book(), title: '诗经', payFen: 23 },
      ],
    });
    const { start, expireAt } = await payloadOf(payOrder(deps, orders.caller(), { no, channel }));
    expect(start).toEqual({ kind: 'page', url: 'https://pay.example.com' });
    expect(requests).toEqual([
      {
        tradeNo: (await attempts(no))[0]?.trade_no,
        amountFen: 123,
        subject: '《论语》、《诗经》',
        expireAt,
        notifyUrl: `https://books.example.com${path}`,
        environment: 'desktop',
        returnUrl: `https://books.example.com/pay/${no}`,
        quitUrl: `https://books.example.com/pay/${no}`,
        payerAddress: '192.0.2.7',
      },
    ]);
  });

  it('continues the open attempt at the same platform, and starts another one at another platform', async () => {
    const no = await anOrder();
    const first = await begin(no);
    expect(await begin(no)).toEqual(first);
    expect(await attempts(no)).toHaveLength(1);
    const other = await begin(no, 'alipayPage');
    expect(other.start).toMatchObject({ kind: 'form' });
    expect((await attempts(no)).map(({ trade_no }) => trade_no.at(-1)).toSorted()).toEqual(['0', '1']);
  });

  it('starts again with another number if the last trade was closed', async () => {
    const no = await anOrder();
    const first = await begin(no);
    await orders.query(`update payment_attempt set state = 'closed' where order_no = $1`, [no]);
    const second = await begin(no);
    expect(second.start).not.toEqual(first.start);
    expect((await attempts(no)).map(({ state }) => state).toSorted()).toEqual(['closed', 'open']);
  });

  it('is limited per user and hour; continuing an open attempt does not count', async () => {
    const userId = await orders.user();
    const no = await anOrder({ userId });
    const deps = withGateway({ begin: async () => ({ kind: 'qr', codeUrl: 'weixin://x' }) });
    const pay = () => payOrder(deps, orders.caller(userId), { no, channel: 'wechatNative' });
    for (let n = 0; n < ORDER_LIMITS.paymentsPerUserPerHour; n += 1) {
      await pay();
      await pay();
      await orders.query(`update payment_attempt set state = 'closed' where order_no = $1`, [no]);
    }
    expect(await outcomeOf(pay())).toBe('request.tooMany');
    expect(await outcomeOf(begin(await anOrder()))).toBe('success');
  });
});

describe('a payment is not started', () => {
  it('at a platform that is disabled', async () => {
    expect(await outcomeOf(begin(await anOrder(), 'local'))).toBe('orders.channelOff');
  });

  it('for an order of another user, or an unknown one', async () => {
    const no = await anOrder();
    expect(await outcomeOf(begin(no, 'wechatNative', await orders.user()))).toBe('orders.notFound');
    expect(await outcomeOf(begin('20000000000000000000'))).toBe('orders.notFound');
    expect(await attempts(no)).toEqual([]);
  });

  it.each(['paid', 'fulfilled', 'closed', 'refunding', 'refunded'] as const)('for an order that is %s', async (status) => {
    expect(await outcomeOf(begin(await anOrder({ status })))).toBe('orders.notPayable');
  });

  it('from the time the order expires', async () => {
    const [over, last] = [await anOrder({ expireAt: orders.now() }), await anOrder({ expireAt: orders.now() + 1 })];
    expect([await outcomeOf(begin(over)), await outcomeOf(begin(last))]).toEqual(['orders.notPayable', 'success']);
  });

  it('if one of the books was removed', async () => {
    const items = [{ bookId: await orders.book() }, { bookId: await orders.book({ removal_notice: '停止阅读' }) }];
    const no = await orders.order({ items });
    expect(await outcomeOf(begin(no))).toBe('orders.notForSale');
    expect(await attempts(no)).toEqual([]);
  });

  it('while the platform cannot be reached, which is logged', async () => {
    const no = await anOrder();
    orders.standIn.trouble('down');
    expect(await outcomeOf(begin(no))).toBe('orders.channelFailed');
    expect(orders.logged).toMatchObject([{ level: 40, orderNo: no, err: { message: expect.stringContaining('unreachable') } }]);
    expect(await attempts(no)).toEqual([]);
  });

  it('an error that is not the platform’s is unchanged', async () => {
    const error = new Error('ours');
    expect(asCodedError(orders.deps, 'no', error)).toBe(error);
    expect(orders.logged).toEqual([]);
    const cause = new PlatformError('begin', 'AWAY');
    expect(asCodedError(orders.deps, 'no', cause)).toMatchObject({ code: 'orders.channelFailed', cause });
  });
});

describe('a change during the call of the platform', () => {
  it('if the order is closed, the new trade is closed at the platform', async () => {
    const no = await anOrder();
    orders.standIn.during('begin', () => orders.deps.db.transaction((tx) => markClosed(tx, no, 'user', orders.now())));
    expect(await outcomeOf(begin(no))).toBe('orders.notPayable');
    expect(await attempts(no)).toEqual([]);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([]);
    expect([...orders.standIn.trades.values()].filter(({ tradeNo }) => tradeNo.startsWith(no)).map(({ state }) => state)).toEqual([
      'closed',
    ]);
    expect(orders.logged).toEqual([]);
  });

  it('if the order is deleted, the new trade is closed at the platform', async () => {
    const no = await anOrder();
    orders.standIn.during('begin', () => orders.query('delete from purchase_order where no = $1', [no]));
    expect(await outcomeOf(begin(no))).toBe('orders.notPayable');
    expect([...orders.standIn.trades.values()].filter(({ tradeNo }) => tradeNo.startsWith(no)).map(({ state }) => state)).toEqual([
      'closed',
    ]);
  });

  it('if another page starts a payment, both continue the first one, and the second trade is closed', async () => {
    const no = await anOrder();
    let first: unknown;
    orders.standIn.during('begin', async () => {
      first = await begin(no);
    });
    const second = await begin(no);
    expect(second).toEqual(first);
    const stored = await attempts(no);
    expect(stored).toHaveLength(1);
    const trades = [...orders.standIn.trades.values()].filter(({ tradeNo }) => tradeNo.startsWith(no));
    expect(trades.map(({ tradeNo, state }) => [tradeNo === stored[0]?.trade_no, state]).toSorted()).toEqual([
      [false, 'closed'],
      [true, 'open'],
    ]);
    expect((await listPaymentEvents(orders.deps.db.orm, no)).map(({ type }) => type)).toEqual(['create']);
    expect(await findAttempt(orders.deps.db.orm, stored[0]?.trade_no ?? '')).toMatchObject({ state: 'open', start: second.start });
  });

  it('if the unused trade cannot be closed, an error is logged', async () => {
    const no = await anOrder();
    const deps = withGateway({
      close: () => Promise.reject(new PlatformError('close', 'AWAY')),
      begin: async () => {
        await orders.query(`update purchase_order set status = 'closed' where no = $1`, [no]);
        return { kind: 'qr', codeUrl: 'weixin://x' };
      },
    });
    expect(await outcomeOf(payOrder(deps, orders.caller(await orders.user()), { no, channel: 'wechatNative' }))).toBe('orders.notFound');
    expect(await outcomeOf(payOrder(deps, orders.caller(), { no, channel: 'wechatNative' }))).toBe('orders.notPayable');
    expect(orders.logged).toMatchObject([{ level: 50, tradeNo: expect.stringContaining(no), err: { code: 'AWAY' } }]);
  });
});
