/** Tests of the decision of finance on a refund: what changes, what is recorded and published. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, MINUTE_MS, type OrderFixture, type OrderGiven } from '../testing/order-fixture.ts';
import { decideRefund } from './decide-refund.ts';

testAccess('decideRefund', ['finance', 'admin'], 'id:refund');

testIdempotency('decideRefund', async ({ aUser, aPaidOrder, post }) => {
  const { as, no } = await aPaidOrder();
  const { refund } = await post<{ refund: { id: string } }>('/api/order/refund', as, { no });
  return { as: await aUser('admin'), body: { id: refund.id, decision: 'approve' } };
});

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const statusOf = async (no: string) => (await orders.row('purchase_order', 'no', no))?.['status'];
const changeOf = (no: string) => [{ topic: `orders of ${orders.mei}`, data: { no } }];

describe('the decision on a refund', () => {
  const decide = (id: string, decision: 'approve' | 'reject', reply = '') =>
    payloadOf(decideRefund(orders.deps, orders.operatorCaller(), { id, decision, reply })).then(({ refund }) => refund);
  const requested = async (given: OrderGiven = {}) => {
    const no = await orders.fulfilled({ status: 'refunding', ...given });
    return { no, id: await orders.refund({ orderNo: no, reason: '买错了' }) };
  };

  it('to approve starts the refund, is an audit event, and notifies the buyer', async () => {
    const { no, id } = await requested();
    orders.later(MINUTE_MS);
    const now = orders.now();
    expect(await decide(id, 'approve', '可以')).toMatchObject({ id, status: 'approved', reply: '可以', decidedAt: now, reason: '买错了' });
    expect(await orders.row('order_refund', 'id', id)).toMatchObject({ status: 'approved', decided_by: orders.operator.userId });
    expect(await statusOf(no)).toBe('refunding');
    expect(await orders.auditEvents()).toEqual([
      {
        operator_id: orders.operator.userId,
        request_id: 'request-1',
        action: 'refund.approve',
        target_kind: 'refund',
        target_id: id,
        target_name: no,
        before: { status: 'requested' },
        after: { amountFen: 3980 },
        reason: '可以',
        at: now,
      },
    ]);
    expect(await orders.notifications()).toEqual([{ kind: 'refundApproved', subject_id: no, subject_name: no, created_at: now }]);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, inTransaction: true }]);
    expect(orders.published).toEqual(changeOf(no));
  });

  it('to reject restores the status of the order and refunds nothing', async () => {
    const { no, id } = await requested();
    expect(await decide(id, 'reject', '已换书')).toMatchObject({ id, status: 'rejected', reply: '已换书', decidedAt: orders.now() });
    expect(await statusOf(no)).toBe('fulfilled');
    expect((await orders.auditEvents())[0]).toMatchObject({ action: 'refund.reject', target_id: id, target_name: no, reason: '已换书' });
    expect(await orders.notifications()).toMatchObject([{ kind: 'refundRejected', subject_id: no, subject_name: no }]);
    expect(orders.jobs).toEqual([]);
    expect(orders.published).toEqual(changeOf(no));
    const partly = await requested({ refundedFen: 100 });
    await decide(partly.id, 'reject', '不行');
    expect(await statusOf(partly.no)).toBe('partiallyRefunded');
  });

  it.each(['approved', 'processing', 'succeeded', 'rejected'] as const)('is refused for a refund that is %s', async (status) => {
    const id = await orders.refund({ orderNo: await orders.fulfilled(), status });
    expect(await outcomeOf(decide(id, 'approve'))).toBe('orders.refundDecided');
    expect(await outcomeOf(decide(id, 'reject'))).toBe('orders.refundDecided');
    expect((await orders.row('order_refund', 'id', id))?.['status']).toBe(status);
    expect([await orders.auditEvents(), await orders.notifications(), orders.jobs, orders.published]).toEqual([[], [], [], []]);
  });

  it('is refused for an unknown refund', async () => {
    expect(await outcomeOf(decide('nothing', 'approve'))).toBe('orders.refundNotFound');
  });

  it('retries a failed refund, but does not reject it', async () => {
    const no = await orders.fulfilled();
    const id = await orders.refund({ orderNo: no, status: 'failed', askedAt: 9 });
    expect(await outcomeOf(decide(id, 'reject'))).toBe('orders.refundDecided');
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved' });
    expect(await statusOf(no)).toBe('refunding');
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, inTransaction: true }]);
    expect((await orders.auditEvents())[0]).toMatchObject({ before: { status: 'failed' } });
    expect(await orders.row('order_refund', 'id', id)).toMatchObject({ asked_at: 0 });
  });

  it('does not retry a refund above the remainder, or beside another one', async () => {
    const no = await orders.fulfilled({ status: 'partiallyRefunded', refundedFen: 1000 });
    const tooMuch = await orders.refund({ orderNo: no, status: 'failed', amountFen: 2981 });
    expect(await outcomeOf(decide(tooMuch, 'approve'))).toBe('orders.refundDecided');
    const exact = await orders.refund({ orderNo: no, status: 'failed', amountFen: 2980 });
    const live = await orders.refund({ orderNo: no, status: 'requested', amountFen: 1 });
    expect(await outcomeOf(decide(exact, 'approve'))).toBe('orders.refundDecided');
    await orders.query(`update order_refund set status = 'rejected' where id = $1`, [live]);
    expect((await decide(exact, 'approve')).status).toBe('approved');
  });

  it('retries the refund of a second payment without changing the order', async () => {
    const no = await orders.fulfilled({ status: 'partiallyRefunded', refundedFen: 3000 });
    const id = await orders.refund({ orderNo: no, status: 'failed', cause: 'duplicate', channelTxn: 'the second', amountFen: 3980 });
    expect((await decide(id, 'approve')).status).toBe('approved');
    expect(await statusOf(no)).toBe('partiallyRefunded');
    expect(orders.jobs).toHaveLength(1);
  });

  it('to approve a request changes nothing about an order that is fulfilled again', async () => {
    const no = await orders.fulfilled();
    const id = await orders.refund({ orderNo: no, cause: 'duplicate', channelTxn: `txn-${no}` });
    await decide(id, 'approve');
    expect(await statusOf(no)).toBe('fulfilled');
  });
});
