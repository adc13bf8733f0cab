/** Tests of querying the payment providers about an order. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { queryOrder } from './query-order.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('queryOrder', ['finance', 'admin'], 'filtered');
testIdempotency('queryOrder', async ({ aUser, anOrder }) => ({ as: await aUser('admin'), body: { no: (await anOrder()).no } }));

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
  await orders.query('delete from purchase_order');
});

const query = (no: string, scope?: AccessScope) => resultOf(queryOrder(orders.deps, orders.operatorCaller(scope), { no }));
const orderWithPayment = async () => {
  const no = await orders.order({ items: [{ bookId: await orders.book() }], askedAt: orders.now() });
  return { no, tradeNo: await orders.begun(no) };
};

it('the order is reconciled immediately, and the query is an audit event', async () => {
  const { no, tradeNo } = await orderWithPayment();
  expect((await query(no)).say).toBe('已查询，订单状态没有变化');
  await orders.reset();
  orders.standIn.pay(tradeNo);
  expect(await query(no)).toMatchObject({ say: '已查询，订单状态已更新', payload: { order: { status: 'fulfilled' } } });
  expect(await orders.auditEvents()).toEqual([
    expect.objectContaining({
      operator_id: orders.operator.userId,
      action: 'orders.query',
      target_kind: 'order',
      target_id: no,
      target_name: no,
      before: { status: 'created' },
      after: { status: 'fulfilled' },
      at: orders.now(),
    }),
  ]);
});

it('the query is an audit event even if the platform cannot be reached', async () => {
  const { no } = await orderWithPayment();
  orders.standIn.trouble('down');
  expect(await outcomeOf(query(no))).toBe('orders.channelFailed');
  expect(orders.logged).toMatchObject([{ level: 40, orderNo: no, err: { message: expect.stringContaining('unreachable') } }]);
  expect(await orders.auditEvents()).toMatchObject([
    { action: 'orders.query', before: { status: 'created' }, after: { status: 'created' } },
  ]);
});

it('an unknown order is not found, and a shared order is refused to one of its publishers', async () => {
  expect(await outcomeOf(query('20000000000000000000'))).toBe('orders.notFound');
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const no = await orders.order({ items: [{ bookId: own }, { bookId: other }] });
  expect(await outcomeOf(query(no, { publishers: ['甲社'], institutions: [] }))).toBe('orders.shared');
});
