/** Tests of requesting a refund: what is stored, and why a request is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import type { RefundRecord } from '../order-record.ts';
import { createOrderFixture, MINUTE_MS, type OrderFixture, type OrderGiven } from '../testing/order-fixture.ts';
import { viewRefund } from '../view.ts';
import { listRefundsOf } from './refund-store.ts';
import { requestRefund } from './request-refund.ts';

testAccess('requestRefund', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('requestRefund', async ({ aPaidOrder }) => {
  const { as, no } = await aPaidOrder();
  return { as, body: { no, reason: '买错了' } };
});

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const statusOf = async (no: string) => (await orders.row('purchase_order', 'no', no))?.['status'];
/** Returns the message of the refusal. */
const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => (error as Error).message,
  );
const changeOf = (no: string) => [{ topic: `orders of ${orders.mei}`, data: { no } }];
/** Creates a fulfilled order of three books, paid as 30, 20 and 10 yuan. */
const bundle = (given: OrderGiven = {}) =>
  orders.fulfilled({
    items: [
      { bookId: 'a', title: '甲', payFen: 3000 },
      { bookId: 'b', title: '乙', payFen: 2000 },
      { bookId: 'c', title: '丙', payFen: 1000 },
    ],
    ...given,
  });
/** Requests a refund. Returns the order, the stored refund, the refund as it is shown, and the message. */
const request = async (no: string, bookIds: string[] = [], reason = '买错了') => {
  const { payload, say } = await resultOf(requestRefund(orders.deps, orders.caller(), { no, reason, bookIds }));
  const refund = (await listRefundsOf(orders.deps.db.orm, no)).find(({ id }) => id === payload.refund.id) as RefundRecord;
  return { order: payload.order, refund, shown: payload.refund, say };
};

describe('a requested refund', () => {
  it('of a whole order is stored with all its fields and waits for finance', async () => {
    const no = await orders.fulfilled();
    orders.later(MINUTE_MS);
    const now = orders.now();
    const { order, refund, shown, say } = await request(no);
    expect(say).toBe('已提交退款申请');
    expect(order).toMatchObject({ no, status: 'refunding' });
    expect(refund).toEqual({
      id: expect.any(String),
      orderNo: no,
      cause: 'requested',
      channel: 'wechatNative',
      tradeNo: `${no}_a`,
      channelTxn: `txn-${no}`,
      amountFen: 3980,
      bookIds: [],
      reason: '买错了',
      status: 'requested',
      reply: '',
      requestedAt: now,
      decidedAt: undefined,
      finishedAt: undefined,
    });
    expect(await listRefundsOf(orders.deps.db.orm, no)).toEqual([refund]);
    expect(shown).toEqual(viewRefund(refund));
    expect(orders.published).toEqual(changeOf(no));
    // A request alone refunds nothing; finance must approve it first.
    expect(orders.jobs).toEqual([]);
    expect(await orders.row('order_refund', 'id', refund.id)).toMatchObject({ decided_by: null });
  });

  it('of some books is their share; of all remaining books, the remainder', async () => {
    const no = await bundle();
    expect((await request(no, ['b'])).refund).toMatchObject({ amountFen: 2000, bookIds: ['b'] });
    const rest = await bundle({ status: 'partiallyRefunded', refundedFen: 2001 });
    await orders.query(`update order_item set refunded_at = 1 where order_no = $1 and book_id = 'b'`, [rest]);
    expect((await request(rest, ['a', 'c'])).refund).toMatchObject({ amountFen: 3999, bookIds: [] });
    const all = await bundle();
    expect((await request(all, ['a', 'b', 'c'])).refund).toMatchObject({ amountFen: 6000, bookIds: [] });
  });

  it('is refused for books that are not in the order or were refunded', async () => {
    const no = await bundle({ status: 'partiallyRefunded', refundedFen: 2000 });
    await orders.query(`update order_item set refunded_at = 1 where order_no = $1 and book_id = 'b'`, [no]);
    for (const bookIds of [['b'], ['a', 'b'], ['x']])
      expect(await refusalOf(request(no, bookIds))).toContain('有图书不在这个订单里，或已经退款');
    expect(await statusOf(no)).toBe('partiallyRefunded');
    expect(await listRefundsOf(orders.deps.db.orm, no)).toEqual([]);
  });

  it('is refused with the obstacles of the rule, for the whole order and for a part', async () => {
    const no = await bundle();
    orders.read.set('b', 0.3).set('c', 0.2);
    expect(await refusalOf(request(no))).toContain('《乙》试读以外已读 30%，满 10% 后不能退款；《丙》试读以外已读 20%，满 10% 后不能退款');
    expect(await refusalOf(request(no, ['a', 'b', 'c']))).toContain('《乙》');
    expect(await refusalOf(request(no, ['a', 'c']))).toContain('《丙》试读以外已读 20%');
    expect(await outcomeOf(request(no, ['b']))).toBe('orders.refundRefused');
    expect((await request(no, ['a'])).refund).toMatchObject({ amountFen: 3000, bookIds: ['a'] });
  });

  it('of a part is refused after the time limit of the order', async () => {
    const no = await bundle();
    orders.later(8 * 86_400_000);
    expect(await refusalOf(request(no, ['a']))).toContain('付款已超过 7 天');
    expect(await refusalOf(request(no))).toContain('付款已超过 7 天');
  });

  it('is refused if the whole payment was refunded', async () => {
    const no = await bundle({ status: 'partiallyRefunded', refundedFen: 6000 });
    expect(await refusalOf(request(no))).toContain('款项已经全部退回');
    expect(await refusalOf(request(no, ['a']))).toContain('款项已经全部退回');
  });

  it.each([
    ['created', '订单还没有付款'],
    ['refunding', '退款正在处理'],
    ['refunded', '已经退款'],
  ] as const)('of an order that is %s is refused: %s', async (status, sentence) => {
    const no = await orders.fulfilled({ status });
    expect(await refusalOf(request(no))).toContain(sentence);
    expect(await statusOf(no)).toBe(status);
  });

  it('is refused while another refund of the payment is in progress', async () => {
    const no = await orders.fulfilled();
    await orders.refund({ orderNo: no, status: 'approved', amountFen: 1 });
    expect(await refusalOf(request(no))).toContain('退款正在处理');
    expect(await statusOf(no)).toBe('fulfilled');
    expect(orders.published).toEqual([]);
  });

  it('requested several times at once is stored once', async () => {
    const no = await orders.fulfilled();
    const outcomes = await Promise.all([outcomeOf(request(no)), outcomeOf(request(no)), outcomeOf(request(no))]);
    expect(outcomes.toSorted()).toEqual(['orders.refundRefused', 'orders.refundRefused', 'success']);
    expect(await listRefundsOf(orders.deps.db.orm, no)).toHaveLength(1);
  });

  it('that waits for the lock of the order sees what was refunded meanwhile', async () => {
    const no = await bundle();
    let outcome: Promise<string> | undefined;
    await orders.deps.db.transaction(async (tx) => {
      await tx.execute(`select 1 from purchase_order where no = '${no}' for update`);
      outcome = outcomeOf(request(no, ['a']));
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await orders.query(waiting)).length, { timeout: 20_000, interval: 20 }).toBe(1);
      await tx.execute(`update order_item set refunded_at = 1 where order_no = '${no}' and book_id = 'a'`);
      await tx.execute(`update purchase_order set status = 'partiallyRefunded', refunded_fen = 3000 where no = '${no}'`);
    });
    expect(await outcome).toBe('orders.refundRefused');
    expect(await listRefundsOf(orders.deps.db.orm, no)).toEqual([]);
  });
});
