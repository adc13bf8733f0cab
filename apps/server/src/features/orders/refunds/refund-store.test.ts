/** Tests of the rows of `order_refund`: each function changes or finds only the rows it names. */
import type { RefundStatus } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefundRecord } from '../order-record.ts';
import { createOrderFixture, type OrderFixture, START_MS } from '../testing/order-fixture.ts';
import {
  anonymiseRefunds,
  countRefunds,
  decideRefundRow,
  findRefund,
  finishRefund,
  insertRefund,
  isRefundLive,
  listRefundRows,
  listRefundsOf,
  listRefundsUnderWay,
  lockRefund,
  markRefundProcessing,
  markRefundSent,
} from './refund-store.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.query('delete from order_refund'));

const db = () => orders.deps.db.orm;
const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const statuses: readonly RefundStatus[] = ['requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected'];
const statusOf = async (id: string) => (await orders.row('order_refund', 'id', id))?.['status'];
/** Inserts one refund in each status, each of its own order. */
const oneOfEach = async (): Promise<Record<RefundStatus, string>> => {
  const ids: [string, string][] = [];
  for (const status of statuses) ids.push([status, await orders.refund({ orderNo: await orders.fulfilled(), status })]);
  return Object.fromEntries(ids) as Record<RefundStatus, string>;
};

const refundOf = (orderNo: string, change: Partial<RefundRecord> = {}): RefundRecord => ({
  id: `refund-${orderNo}`,
  orderNo,
  cause: 'operator',
  channel: 'alipayPage',
  tradeNo: `${orderNo}_x`,
  channelTxn: `txn-${orderNo}`,
  amountFen: 1200,
  bookIds: ['a', 'b'],
  reason: '少算了优惠',
  status: 'approved',
  reply: '',
  requestedAt: START_MS + 1,
  decidedAt: START_MS + 2,
  finishedAt: undefined,
  ...change,
});

describe('an inserted refund', () => {
  it('is read with every field', async () => {
    const refund = refundOf(await orders.fulfilled());
    expect(await inTransaction((tx) => insertRefund(tx, refund, 'finance-1'))).toBe(true);
    expect(await findRefund(db(), refund.id)).toEqual(refund);
    expect(await inTransaction((tx) => lockRefund(tx, refund.id))).toEqual(refund);
    expect(await orders.row('order_refund', 'id', refund.id)).toMatchObject({ decided_by: 'finance-1', asked_at: 0 });
  });

  it('that was requested has no decision', async () => {
    const asked = refundOf(await orders.fulfilled(), { status: 'requested', decidedAt: undefined, bookIds: [] });
    await inTransaction((tx) => insertRefund(tx, asked));
    expect(await findRefund(db(), asked.id)).toEqual(asked);
    expect(await orders.row('order_refund', 'id', asked.id)).toMatchObject({ decided_by: null, decided_at: null });
  });

  it('is read with its end and answer once they are set', async () => {
    const orderNo = await orders.fulfilled();
    const id = await orders.refund({ orderNo, status: 'failed', reply: '余额不足', decidedAt: 5, finishedAt: 6 });
    expect(await findRefund(db(), id)).toMatchObject({ status: 'failed', reply: '余额不足', decidedAt: 5, finishedAt: 6 });
  });

  it.each(['requested', 'approved', 'processing'] as const)('is refused while another of the payment is %s', async (status) => {
    const orderNo = await orders.fulfilled();
    await orders.refund({ orderNo, status, channel: 'alipayPage', amountFen: 1 });
    expect(await inTransaction((tx) => insertRefund(tx, refundOf(orderNo)))).toBe(false);
    expect(await listRefundsOf(db(), orderNo)).toHaveLength(1);
  });

  it.each(['succeeded', 'failed', 'rejected'] as const)('is inserted if the status of another of the payment is %s', async (status) => {
    const orderNo = await orders.fulfilled();
    await orders.refund({ orderNo, status, channel: 'alipayPage', amountFen: 1 });
    expect(await inTransaction((tx) => insertRefund(tx, refundOf(orderNo)))).toBe(true);
  });

  it('is inserted for a payment with the same number at another platform', async () => {
    const orderNo = await orders.fulfilled();
    await orders.refund({ orderNo, status: 'approved', channel: 'wechatNative', amountFen: 1 });
    expect(await inTransaction((tx) => insertRefund(tx, refundOf(orderNo)))).toBe(true);
  });
});

describe('refunds of an order', () => {
  it('are listed by time, then by id, without refunds of other orders', async () => {
    const orderNo = await orders.fulfilled();
    const make = (id: string, requestedAt: number) => orders.refund({ id, orderNo, status: 'failed', requestedAt });
    await make('c', 1);
    await make('b', 2);
    await make('a', 2);
    await orders.refund({ orderNo: await orders.fulfilled() });
    expect((await listRefundsOf(db(), orderNo)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('are in progress if they are approved or processing', async () => {
    const orderNo = await orders.fulfilled();
    const other = await orders.fulfilled();
    for (const [index, status] of statuses.entries()) {
      await orders.refund({ id: `mine-${status}`, orderNo, status, channelTxn: `t${index}`, amountFen: 1, requestedAt: 10 - index });
      await orders.refund({ id: `other-${status}`, orderNo: other, status, channelTxn: `u${index}`, amountFen: 1 });
    }
    expect((await listRefundsUnderWay(db(), orderNo)).map(({ id }) => id)).toEqual(['mine-processing', 'mine-approved']);
  });

  it('are live if they are requested, approved or processing, for this payment at this platform', async () => {
    for (const status of statuses) {
      const orderNo = await orders.fulfilled();
      await orders.refund({ orderNo, status, channel: 'wechatNative', channelTxn: 'live' + status });
      const isLive = (channel: 'wechatNative' | 'alipayPage', channelTxn: string) =>
        inTransaction((tx) => isRefundLive(tx, { channel, channelTxn }));
      expect(await isLive('wechatNative', `live${status}`), status).toBe(['requested', 'approved', 'processing'].includes(status));
      expect(await isLive('alipayPage', `live${status}`), status).toBe(false);
      expect(await isLive('wechatNative', 'another'), status).toBe(false);
    }
  });
});

describe('the status of a refund', () => {
  const endOf = async (id: string) => {
    const { status, reply, decided_by, decided_at, finished_at, asked_at } = (await orders.row('order_refund', 'id', id)) ?? {};
    return { status, reply, decided_by, decided_at, finished_at, asked_at };
  };

  it.each(['approved', 'rejected'] as const)('becomes %s for this refund only, with operator, time and reply', async (status) => {
    const ids = await oneOfEach();
    await orders.query('update order_refund set asked_at = 7');
    const untouched = await endOf(ids.failed);
    await inTransaction((tx) => decideRefundRow(tx, ids.requested, { status, reply: '可以', decidedBy: 'finance-2', now: 99 }));
    expect(await endOf(ids.requested)).toEqual({
      status,
      reply: '可以',
      decided_by: 'finance-2',
      decided_at: 99,
      finished_at: null,
      asked_at: 0,
    });
    expect(await endOf(ids.failed)).toEqual(untouched);
  });

  it('becomes processing only from approved', async () => {
    const ids = await oneOfEach();
    const bystander = await orders.refund({ orderNo: await orders.fulfilled(), status: 'approved' });
    for (const status of statuses) await markRefundProcessing(db(), ids[status]);
    for (const status of statuses) expect(await statusOf(ids[status])).toBe(status === 'approved' ? 'processing' : status);
    expect(await statusOf(bystander)).toBe('approved');
  });

  it.each(['succeeded', 'failed'] as const)('becomes %s from approved or processing, once, with its reply and time', async (end) => {
    const ids = await oneOfEach();
    const bystander = await orders.refund({ orderNo: await orders.fulfilled(), status: 'processing' });
    for (const status of statuses) {
      const isOpen = status === 'approved' || status === 'processing';
      const finish = () => inTransaction((tx) => finishRefund(tx, ids[status], { status: end, reply: '平台的话', now: 123 }));
      expect(await finish(), status).toBe(isOpen);
      expect(await finish(), status).toBe(false);
      expect(await statusOf(ids[status])).toBe(isOpen ? end : status);
    }
    for (const id of [ids.approved, ids.processing]) expect(await endOf(id)).toMatchObject({ reply: '平台的话', finished_at: 123 });
    expect(await endOf(ids.failed)).toMatchObject({ reply: '', finished_at: null });
    expect(await statusOf(bystander)).toBe('processing');
  });

  it('does not change when the time of sending is recorded, for this refund only', async () => {
    const ids = await oneOfEach();
    await markRefundSent(db(), ids.approved, 555);
    expect(await endOf(ids.approved)).toMatchObject({ asked_at: 555 });
    expect(await endOf(ids.processing)).toMatchObject({ asked_at: 0 });
  });
});

describe('the refund list of finance', () => {
  const idsOf = async (page: Partial<Parameters<typeof listRefundRows>[1]>) =>
    (await listRefundRows(db(), { status: undefined, scope: undefined, after: undefined, limit: 10, ...page })).map(({ id }) => id);
  const fill = async (status: RefundStatus, ...ids: string[]) => {
    for (const id of ids) await orders.refund({ id, orderNo: await orders.fulfilled(), status });
  };

  it('sorts requested refunds oldest first, page by page', async () => {
    await fill('requested', 'r2', 'r1', 'r3');
    await fill('failed', 'r0');
    expect(await idsOf({ status: 'requested' })).toEqual(['r1', 'r2', 'r3']);
    expect(await idsOf({ status: 'requested', limit: 2 })).toEqual(['r1', 'r2']);
    expect(await idsOf({ status: 'requested', after: 'r2' })).toEqual(['r3']);
  });

  it('sorts other refunds newest first, page by page', async () => {
    await fill('failed', 'f2', 'f1', 'f3');
    await fill('requested', 'r1');
    expect(await idsOf({ status: 'failed' })).toEqual(['f3', 'f2', 'f1']);
    expect(await idsOf({ status: 'failed', after: 'f3' })).toEqual(['f2', 'f1']);
    expect(await idsOf({})).toEqual(['r1', 'f3', 'f2', 'f1']);
    expect(await idsOf({ after: 'r1' })).toEqual(['f3', 'f2', 'f1']);
  });

  it('contains the time of the last query, if there was one', async () => {
    await orders.refund({ id: 'a', orderNo: await orders.fulfilled(), status: 'processing', askedAt: 777 });
    await orders.refund({ id: 'b', orderNo: await orders.fulfilled(), status: 'approved' });
    const page = { status: undefined, scope: undefined, after: undefined, limit: 10 };
    expect((await listRefundRows(db(), page)).map(({ id, askedAt }) => [id, askedAt])).toEqual([
      ['b', undefined],
      ['a', 777],
    ]);
  });

  it('contains and counts only refunds within the scope: whole orders, and named books of shared orders', async () => {
    const mine = await orders.book({ publisher: '甲' });
    const other = await orders.book({ publisher: '乙' });
    const make = async (id: string, books: string[], bookIds: string[]) =>
      orders.refund({ id, orderNo: await orders.fulfilled({ items: books.map((bookId) => ({ bookId })) }), bookIds, status: 'rejected' });
    await make('1 whole', [mine], []);
    await make('2 other', [other], []);
    await make('3 shared, whole', [mine, other], []);
    await make('4 shared, mine', [mine, other], [mine]);
    await make('5 shared, both', [mine, other], [mine, other]);
    await make('6 shared, other', [mine, other], [other]);
    const scope = { publishers: ['甲'], institutions: [] };
    expect(await idsOf({ scope })).toEqual(['4 shared, mine', '1 whole']);
    expect(await idsOf({ scope: { publishers: ['甲', '乙'], institutions: [] } })).toHaveLength(6);
    const none = { requested: 0, approved: 0, processing: 0, succeeded: 0, failed: 0, rejected: 0 };
    expect(await countRefunds(db(), scope)).toEqual({ ...none, rejected: 2 });
    expect(await countRefunds(db(), undefined)).toEqual({ ...none, rejected: 6 });
  });

  it('counts the refunds of each status', async () => {
    await oneOfEach();
    await fill('requested', 'more');
    expect(await countRefunds(db(), undefined)).toEqual({
      requested: 2,
      approved: 1,
      processing: 1,
      succeeded: 1,
      failed: 1,
      rejected: 1,
    });
    await orders.query('delete from order_refund');
    expect(await countRefunds(db(), undefined)).toEqual({
      requested: 0,
      approved: 0,
      processing: 0,
      succeeded: 0,
      failed: 0,
      rejected: 0,
    });
  });
});

it('erasing an account deletes the texts of its own refunds only', async () => {
  const li = await orders.user();
  const own = await orders.refund({ orderNo: await orders.fulfilled({ userId: li }), reason: '买错了' });
  const others = await orders.refund({ orderNo: await orders.fulfilled(), reason: '太难' });
  await inTransaction((tx) => anonymiseRefunds(tx, li));
  expect(await findRefund(db(), own)).toMatchObject({ reason: '', status: 'requested' });
  expect(await findRefund(db(), others)).toMatchObject({ reason: '太难' });
});
