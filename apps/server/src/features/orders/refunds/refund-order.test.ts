/** Tests of a refund that finance initiates: what is stored, recorded and sent, and why it is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import type { RefundRecord } from '../order-record.ts';
import { createOrderFixture, MINUTE_MS, type OrderFixture, type OrderGiven } from '../testing/order-fixture.ts';
import { viewRefund } from '../view.ts';
import { refundOrder } from './refund-order.ts';
import { listRefundsOf } from './refund-store.ts';

testAccess('refundOrder', ['finance', 'admin'], 'filtered');
testIdempotency('refundOrder', async ({ aUser, aPaidOrder }) => ({
  as: await aUser('admin'),
  body: { no: (await aPaidOrder()).no, amountFen: 10, reason: '补偿' },
}));

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
/** Refunds an order. Returns the stored refund, the refund as it is shown, and the message. */
const refundWithResult = async (no: string, input: { bookIds?: string[]; amountFen?: number }, reason = '少算了优惠') => {
  const { payload, say } = await resultOf(
    refundOrder(orders.deps, orders.operatorCaller(), { no, bookIds: input.bookIds ?? [], amountFen: input.amountFen, reason }),
  );
  const record = (await listRefundsOf(orders.deps.db.orm, no)).find(({ id }) => id === payload.refund.id) as RefundRecord;
  return { record, shown: payload.refund, say };
};
const refund = async (no: string, input: { bookIds?: string[]; amountFen?: number }) => (await refundWithResult(no, input)).record;

describe('a refund by finance', () => {
  it('is sent to the platform immediately, is an audit event, and notifies the buyer', async () => {
    const no = await bundle();
    orders.later(MINUTE_MS);
    const now = orders.now();
    const { record, shown, say } = await refundWithResult(no, { bookIds: ['a', 'c'] });
    expect([shown, say]).toEqual([viewRefund(record), '已发起退款，正在退回']);
    expect(record).toMatchObject({
      orderNo: no,
      cause: 'operator',
      amountFen: 4000,
      bookIds: ['a', 'c'],
      reason: '少算了优惠',
      status: 'approved',
      requestedAt: now,
      decidedAt: now,
    });
    expect(await listRefundsOf(orders.deps.db.orm, no)).toEqual([record]);
    expect(await orders.row('order_refund', 'id', record.id)).toMatchObject({ decided_by: orders.operator.userId });
    expect(await statusOf(no)).toBe('refunding');
    expect(await orders.auditEvents()).toEqual([
      {
        operator_id: orders.operator.userId,
        request_id: 'request-1',
        action: 'refund.make',
        target_kind: 'refund',
        target_id: record.id,
        target_name: no,
        before: null,
        after: { amountFen: 4000, books: ['甲', '丙'] },
        reason: '少算了优惠',
        at: now,
      },
    ]);
    expect(await orders.notifications()).toEqual([{ kind: 'refundMade', subject_id: no, subject_name: no, created_at: now }]);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, inTransaction: true }]);
    expect(orders.published).toEqual(changeOf(no));
  });

  it('can be an amount without books up to the remainder, regardless of reading and time', async () => {
    const no = await bundle({ status: 'partiallyRefunded', refundedFen: 2000 });
    orders.read.set('a', 1);
    orders.later(100 * 86_400_000);
    expect(await refusalOf(refund(no, { amountFen: 4001 }))).toContain('最多还可以退 40.00 元');
    expect(await refusalOf(refund(no, { amountFen: 0 }))).toContain('款项已经全部退回');
    expect(await refund(no, { amountFen: 4000 })).toMatchObject({ amountFen: 4000, bookIds: [] });
    expect(await refund(await bundle(), { bookIds: ['a'], amountFen: 100 })).toMatchObject({ amountFen: 100, bookIds: ['a'] });
    expect(await refund(await bundle(), { bookIds: ['a', 'b', 'c'] })).toMatchObject({ amountFen: 6000, bookIds: ['a', 'b', 'c'] });
  });

  it('is refused for refunded books and for an unknown order', async () => {
    const no = await bundle({ status: 'partiallyRefunded', refundedFen: 3000 });
    await orders.query(`update order_item set refunded_at = 1 where order_no = $1 and book_id = 'a'`, [no]);
    expect(await refusalOf(refund(no, { bookIds: ['a'] }))).toContain('有图书不在这个订单里，或已经退款');
    expect(await outcomeOf(refund('20000000000000000000', { amountFen: 1 }))).toBe('orders.notFound');
    expect(await statusOf(no)).toBe('partiallyRefunded');
  });

  it.each([
    ['created', '订单没有完成，或款项已经退回'],
    ['paid', '订单没有完成，或款项已经退回'],
    ['closed', '订单没有完成，或款项已经退回'],
    ['refunded', '订单没有完成，或款项已经退回'],
    ['refunding', '退款正在处理'],
  ] as const)('of an order that is %s is refused: %s', async (status, sentence) => {
    const no = await orders.fulfilled({ status });
    expect(await refusalOf(refund(no, { amountFen: 1 }))).toContain(sentence);
    expect(await statusOf(no)).toBe(status);
    expect([await orders.auditEvents(), await orders.notifications(), orders.jobs, orders.published]).toEqual([[], [], [], []]);
  });

  it('of an order without a payment is refused', async () => {
    expect(await refusalOf(refund(await orders.order({ status: 'fulfilled' }), { amountFen: 1 }))).toContain('订单没有完成');
    const noChannel = await orders.order({ status: 'fulfilled', channelTxn: 'x', tradeNo: 'x', paidAt: 1 });
    expect(await refusalOf(refund(noChannel, { amountFen: 1 }))).toContain('订单没有完成');
  });

  it('is refused while another refund of the payment is in progress', async () => {
    const no = await orders.fulfilled();
    await orders.refund({ orderNo: no, status: 'requested', amountFen: 1 });
    expect(await refusalOf(refund(no, { amountFen: 1 }))).toContain('退款正在处理');
    expect(await statusOf(no)).toBe('fulfilled');
    expect([await orders.auditEvents(), await orders.notifications(), orders.jobs, orders.published]).toEqual([[], [], [], []]);
  });
});

it('of a shared order is refused outside the books of the publisher', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const no = await orders.fulfilled({ items: [{ bookId: own, payFen: 500 }, { bookId: other }] });
  const scope = { publishers: ['甲社'], institutions: [] };
  const refundAs = (bookIds: string[], amountFen?: number) =>
    refundOrder(orders.deps, orders.operatorCaller(scope), { no, bookIds, amountFen, reason: '印错' });
  expect([await outcomeOf(refundAs([], 1)), await outcomeOf(refundAs([other])), await outcomeOf(refundAs([own], 501))]).toEqual([
    'orders.shared',
    'orders.shared',
    'orders.refundRefused',
  ]);
  expect((await resultOf(refundAs([own]))).payload.refund.amountFen).toBe(500);
});
