/** Tests of changes of an order between the query of a payment provider and its response, on a whole server (`openTestServer`). */
import { type Envelope, LIMITS, type PaymentChannel } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderScenario, openOrderScenario, PRICE_FEN } from '../../../testing/server-order-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';

let fixture: OrderScenario;
let userCount = 0;
beforeAll(async () => {
  fixture = await openOrderScenario();
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_240_000 + userCount));
};
const call = <T = unknown>(url: string, as: TestUser, body?: object): Promise<Envelope<T>> =>
  fixture.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const later = (ms: number): void => fixture.shop.platform.advanceClock?.(ms);
const anOrder = async () => {
  const [buyer, bookId] = [await aUser(), await fixture.paidBook()];
  return { buyer, bookId, ...(await fixture.order(buyer, bookId)) };
};
const statusOf = async (no: string): Promise<unknown> =>
  (await fixture.query('select status from purchase_order where no = $1', [no]))[0]?.['status'];
const attemptsOf = (no: string) => fixture.query('select trade_no, state from payment_attempt where order_no = $1 order by trade_no', [no]);
const tradesOf = (no: string) => [...fixture.standIn.trades.values()].filter(({ tradeNo }) => tradeNo.startsWith(no));
const pay = (as: TestUser, no: string, channel: PaymentChannel = 'wechatNative') => call('/api/order/pay', as, { no, channel });

describe('an order that ends while its payment starts', () => {
  it('cannot be paid at the platform if another page cancels it', async () => {
    const { buyer, no } = await anOrder();
    let canceled: Envelope | undefined;
    fixture.standIn.during('begin', async () => {
      canceled = await call('/api/order/cancel', buyer, { no });
    });
    expect(await pay(buyer, no)).toMatchObject({ code: 'orders.notPayable' });
    expect(canceled).toMatchObject({ code: 'success', payload: { order: { status: 'closed' } } });
    expect(tradesOf(no).map(({ state }) => state)).toEqual(['closed']);
    expect(await attemptsOf(no)).toEqual([]);
    expect(await statusOf(no)).toBe('closed');
  });

  it('cannot be paid at the platform if it expires', async () => {
    const { buyer, no } = await anOrder();
    fixture.standIn.during('begin', async () => {
      later(LIMITS.orderLifetimeMs);
      await fixture.reconcile(no);
    });
    expect(await pay(buyer, no)).toMatchObject({ code: 'orders.notPayable' });
    expect(tradesOf(no).map(({ state }) => state)).toEqual(['closed']);
    expect(await attemptsOf(no)).toEqual([]);
  });

  it('cannot be paid twice if it is paid at another platform', async () => {
    const { buyer, bookId, no } = await anOrder();
    const first = await fixture.begin(buyer, no, 'alipayPage');
    fixture.standIn.during('begin', async () => {
      fixture.standIn.pay(first);
      await fixture.notify('alipayPage', fixture.standIn.alipayNotification(first));
    });
    expect(await pay(buyer, no)).toMatchObject({ code: expect.stringMatching(/^orders\./) });
    expect(tradesOf(no).map(({ tradeNo, state }) => [tradeNo === first, state])).toEqual([
      [true, 'paid'],
      [false, 'closed'],
    ]);
    expect(await statusOf(no)).toBe('fulfilled');
    expect(await fixture.rights(buyer, bookId)).toHaveLength(1);
  });
});

describe('an order with an open trade at a platform', () => {
  it('is not canceled if a payment starts meanwhile, and that payment buys the book', async () => {
    const { buyer, bookId, no } = await anOrder();
    const first = await fixture.begin(buyer, no);
    let second = '';
    // While the existing trade is queried, another page starts a payment at the other payment provider.
    fixture.standIn.during('query', async () => {
      second = await fixture.begin(buyer, no, 'alipayPage');
    });
    expect(await call('/api/order/cancel', buyer, { no })).toMatchObject({ code: 'orders.channelFailed' });
    expect(await statusOf(no)).toBe('created');
    expect(fixture.standIn.trades.get(first)?.state).toBe('closed');
    expect(fixture.standIn.trades.get(second)?.state).toBe('open');
    fixture.standIn.pay(second);
    await fixture.notify('alipayPage', fixture.standIn.alipayNotification(second));
    expect(await fixture.find(buyer, no)).toMatchObject({ status: 'fulfilled', channel: 'alipayPage', payFen: PRICE_FEN });
    expect(await fixture.rights(buyer, bookId)).toHaveLength(1);
    expect(fixture.standIn.refundsOf(second)).toEqual([]);
  });

  it('is closed with the next attempt', async () => {
    const { buyer, no } = await anOrder();
    await fixture.begin(buyer, no);
    fixture.standIn.during('close', () => fixture.begin(buyer, no, 'alipayPage'));
    expect(await call('/api/order/cancel', buyer, { no })).toMatchObject({ code: 'orders.channelFailed' });
    expect(await call('/api/order/cancel', buyer, { no })).toMatchObject({ code: 'success', payload: { order: { status: 'closed' } } });
    expect(tradesOf(no).map(({ state }) => state)).toEqual(['closed', 'closed']);
    expect((await attemptsOf(no)).map(({ state }) => state)).toEqual(['closed', 'closed']);
  });

  it('is fulfilled instead of closed if it is paid between the query and the closing', async () => {
    const { buyer, bookId, no } = await anOrder();
    const tradeNo = await fixture.begin(buyer, no);
    fixture.standIn.during('close', async () => {
      fixture.standIn.pay(tradeNo);
    });
    expect(await call('/api/order/cancel', buyer, { no })).toMatchObject({ code: 'orders.channelFailed' });
    expect(await statusOf(no)).toBe('created');
    expect(await call('/api/order/cancel', buyer, { no })).toMatchObject({ payload: { order: { status: 'fulfilled' } } });
    expect(await fixture.rights(buyer, bookId)).toHaveLength(1);
  });

  it('is fulfilled if it is paid with a notification while it expires', async () => {
    const { buyer, bookId, no } = await anOrder();
    const tradeNo = await fixture.begin(buyer, no);
    later(LIMITS.orderLifetimeMs);
    fixture.standIn.during('close', async () => {
      fixture.standIn.pay(tradeNo);
      await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    });
    await fixture.reconcile(no).catch(() => undefined);
    expect(await statusOf(no)).toBe('fulfilled');
    expect(await fixture.rights(buyer, bookId)).toHaveLength(1);
    await fixture.reconcile(no);
    expect(await statusOf(no)).toBe('fulfilled');
  });
});
