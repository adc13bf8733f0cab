/** Tests of reconciling orders: the result for each state of their trades at the payment providers, and which orders are due. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryPlatforms, reconcileOrder, sendDueOrders } from './reconcile-order.ts';
import { findOrder, listPaymentEvents } from './store.ts';
import { createOrderFixture, DAY_MS, MINUTE_MS, type OrderFixture, type OrderGiven, PRICE_FEN } from './testing/order-fixture.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const rowOf = (no: string) => orders.row('purchase_order', 'no', no);
const statusOf = async (no: string) => (await rowOf(no))?.['status'];
const attemptOf = async (tradeNo: string) => (await orders.row('payment_attempt', 'trade_no', tradeNo))?.['state'];
const begun = async (given: OrderGiven = {}, channel: 'wechatNative' | 'alipayPage' = 'wechatNative') => {
  const bookId = await orders.book();
  const no = await orders.order({ items: [{ bookId }], ...given });
  return { bookId, no, tradeNo: await orders.begun(no, channel) };
};
const eventsOf = async (no: string) => (await listPaymentEvents(orders.deps.db.orm, no)).map(({ type }) => type);
const OVER = { expireAt: 0 };

describe('an order that can still be paid', () => {
  it('stays open while its trade is open', async () => {
    const { no, tradeNo } = await begun();
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ no, status: 'created' });
    expect([await attemptOf(tradeNo), orders.standIn.trades.get(tradeNo)?.state, orders.published]).toEqual(['open', 'open', []]);
    expect(await rowOf(no)).toMatchObject({ asked_at: orders.now(), closed_at: null });
    expect(await eventsOf(no)).toEqual([]);
  });

  it('is fulfilled if the platform reports the payment', async () => {
    const { no, tradeNo, bookId } = await begun();
    orders.standIn.pay(tradeNo);
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'fulfilled' });
    expect(await orders.rights(bookId)).toHaveLength(1);
    expect([await attemptOf(tradeNo), await eventsOf(no)]).toEqual(['paid', ['query']]);
  });

  it('stays open if its trade is closed at the platform', async () => {
    const { no, tradeNo } = await begun();
    const trade = orders.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'closed';
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'created' });
    expect([await attemptOf(tradeNo), await eventsOf(no)]).toEqual(['closed', []]);
  });

  it('is closed if the buyer cancels it, at the platform first', async () => {
    const { no, tradeNo } = await begun();
    const now = orders.now();
    expect(await reconcileOrder(orders.deps, no, { cancel: true })).toMatchObject({ status: 'closed', closedAt: now, closeReason: 'user' });
    expect([await attemptOf(tradeNo), orders.standIn.trades.get(tradeNo)?.state]).toEqual(['closed', 'closed']);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([
      { at: now, type: 'close', channel: 'wechatNative', verified: true, raw: expect.objectContaining({ trade_state: 'NOTPAY' }) },
    ]);
    expect(orders.published).toEqual([{ topic: `orders of ${orders.mei}`, data: { no } }]);
  });

  it('is fulfilled instead of canceled if it was paid', async () => {
    const { no, tradeNo } = await begun();
    orders.standIn.pay(tradeNo);
    expect(await reconcileOrder(orders.deps, no, { cancel: true })).toMatchObject({ status: 'fulfilled', closedAt: undefined });
  });
});

describe('an expired order', () => {
  it('is closed with all its trades', async () => {
    const { no, tradeNo } = await begun(OVER);
    const second = await orders.begun(no, 'alipayPage');
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'closed', closeReason: 'timeout', closedAt: orders.now() });
    expect([await attemptOf(tradeNo), await attemptOf(second)]).toEqual(['closed', 'closed']);
    expect(await eventsOf(no)).toEqual(['close', 'close']);
    expect(orders.published).toHaveLength(1);
  });

  it('expires at its exact end, not before', async () => {
    const [over, last] = [await orders.order({ expireAt: orders.now() }), await orders.order({ expireAt: orders.now() + 1 })];
    expect([(await reconcileOrder(orders.deps, over))?.status, (await reconcileOrder(orders.deps, last))?.status]).toEqual([
      'closed',
      'created',
    ]);
  });

  it('is not closed if another amount was paid', async () => {
    const { no, tradeNo } = await begun(OVER);
    orders.standIn.pay(tradeNo, { totalFen: PRICE_FEN + 1 });
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'created' });
    expect([await attemptOf(tradeNo), orders.published]).toEqual(['open', []]);
  });

  it('is not closed while one of its platforms is disabled, which is logged', async () => {
    const { no, tradeNo } = await begun(OVER);
    expect(await reconcileOrder({ ...orders.deps, gateways: [] }, no)).toMatchObject({ status: 'created' });
    expect(orders.logged).toMatchObject([{ level: 50, orderNo: no, channel: 'wechatNative' }]);
    expect(await attemptOf(tradeNo)).toBe('open');
  });

  it('is not closed if another payment was started meanwhile', async () => {
    const { no, tradeNo } = await begun(OVER);
    orders.standIn.during('close', () => orders.begun(no, 'alipayPage'));
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'created' });
    expect([await attemptOf(tradeNo), orders.published]).toEqual(['closed', []]);
  });

  it('is not closed while its platform cannot be reached', async () => {
    const { no, tradeNo } = await begun(OVER);
    orders.standIn.trouble('down');
    await expect(reconcileOrder(orders.deps, no)).rejects.toThrow('unreachable');
    expect([await statusOf(no), await attemptOf(tradeNo)]).toEqual(['created', 'open']);
  });

  it('that was fulfilled or closed before does not change', async () => {
    const no = await orders.fulfilled(OVER);
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'fulfilled', closedAt: undefined });
    const closed = await orders.order({ ...OVER, status: 'closed', closedAt: 5, closeReason: 'user' });
    expect(await reconcileOrder(orders.deps, closed)).toMatchObject({ status: 'closed', closedAt: 5, closeReason: 'user' });
    expect(orders.published).toEqual([]);
  });

  it('that another run closed during the query is not published again', async () => {
    const { no } = await begun(OVER);
    orders.standIn.during('close', () => orders.query(`update purchase_order set status = 'closed', closed_at = 1 where no = $1`, [no]));
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'closed', closedAt: 1 });
    expect(orders.published).toEqual([]);
  });
});

describe('an order', () => {
  it('that does not exist is undefined', async () => {
    expect(await reconcileOrder(orders.deps, '20000000000000000000')).toBeUndefined();
  });

  it('that was paid but not fulfilled is fulfilled', async () => {
    const bookId = await orders.book();
    const no = await orders.fulfilled({ status: 'paid', items: [{ bookId }] });
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'fulfilled' });
    expect(await orders.rights(bookId)).toHaveLength(1);
  });

  it('with refunds in progress sends each of them', async () => {
    const { no, tradeNo } = await begun();
    orders.standIn.pay(tradeNo);
    const order = await reconcileOrder(orders.deps, no);
    await orders.query(`update purchase_order set status = 'refunding' where no = $1`, [no]);
    await orders.refund({ orderNo: no, tradeNo, channelTxn: order?.channelTxn ?? '', status: 'approved' });
    expect(await reconcileOrder(orders.deps, no)).toMatchObject({ status: 'refunded' });
    expect(orders.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
  });
});

describe('a query for a waiting page', () => {
  const query = async (no: string, intervalMs = 6_000) => {
    const order = await findOrder(orders.deps.db.orm, no);
    if (order === undefined) throw new Error('no order');
    return queryPlatforms(orders.deps, order, intervalMs);
  };

  it('is sent at most once per interval', async () => {
    const { no, tradeNo } = await begun({ askedAt: orders.now() - 5_999 });
    orders.standIn.pay(tradeNo);
    expect(await query(no)).toMatchObject({ status: 'created' });
    orders.later(1);
    expect(await query(no)).toMatchObject({ status: 'fulfilled' });
  });

  it('is sent for an order that is paid but not fulfilled', async () => {
    const no = await orders.fulfilled({ status: 'paid', items: [{ bookId: await orders.book() }] });
    expect(await query(no)).toMatchObject({ status: 'fulfilled' });
  });

  it.each(['fulfilled', 'closed', 'refunding', 'refunded'] as const)('is not sent for an order that is %s', async (status) => {
    const no = await orders.fulfilled({ status });
    await orders.begun(no);
    orders.standIn.trouble('down');
    expect(await query(no)).toMatchObject({ status });
    expect([(await rowOf(no))?.['asked_at'], orders.logged]).toEqual([0, []]);
  });

  it('is not sent for an order without a started payment', async () => {
    const no = await orders.order(OVER);
    expect(await query(no)).toMatchObject({ status: 'created' });
    expect((await rowOf(no))?.['asked_at']).toBe(0);
  });

  it('returns the unchanged order while the platform cannot be reached, which is logged', async () => {
    const { no } = await begun();
    orders.standIn.trouble('down');
    expect(await query(no)).toMatchObject({ no, status: 'created' });
    expect(orders.logged).toMatchObject([{ level: 40, orderNo: no, err: { message: expect.stringContaining('unreachable') } }]);
  });
});

describe('orders that are due', () => {
  beforeEach(() => orders.query('delete from purchase_order'));
  const due = async () => {
    orders.jobs.length = 0;
    expect(await sendDueOrders(orders.deps)).toBe(orders.jobs.length);
    return orders.jobs;
  };
  const job = (id: string) => ({ name: 'orders.reconcile', data: { id }, singletonKey: id, inTransaction: false });

  it('are expired unpaid ones and paid ones that are not fulfilled, the earliest expired first', async () => {
    const now = orders.now();
    const over = await orders.order({ expireAt: now });
    const paid = await orders.fulfilled({ status: 'paid', expireAt: now - 1 });
    await orders.order({ expireAt: now + 1 });
    for (const status of ['fulfilled', 'closed', 'refunding', 'refunded'] as const) await orders.fulfilled({ status, expireAt: 0 });
    expect(await due()).toEqual([job(paid), job(over)]);
  });

  it('are those with an open trade or a refund in progress that were not queried for two minutes', async () => {
    const now = orders.now();
    const [soon, late] = [now - 2 * MINUTE_MS, now - 2 * MINUTE_MS - 1];
    const far = now + DAY_MS;
    const open = await orders.order({ askedAt: late, expireAt: far });
    await orders.begun(open);
    await orders.begun(await orders.order({ askedAt: soon, expireAt: far }));
    const done = await orders.begun(await orders.order({ askedAt: late, expireAt: far }));
    await orders.query(`update payment_attempt set state = 'closed' where trade_no = $1`, [done]);
    const sent: string[] = [];
    for (const status of ['requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected'] as const)
      for (const askedAt of [late, soon]) {
        const no = await orders.fulfilled({ status: 'refunding', expireAt: far + 1 });
        await orders.refund({ orderNo: no, status, askedAt });
        if (askedAt === late && (status === 'approved' || status === 'processing')) sent.push(no);
      }
    expect((await due()).map(({ data }) => (data as { id: string }).id).toSorted()).toEqual([open, ...sent].toSorted());
  });

  it('are none if no order waits', async () => {
    expect(await due()).toEqual([]);
  });
});
