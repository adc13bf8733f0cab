/** Tests of canceling an unpaid order. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { cancelOrder } from './cancel-order.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('cancelOrder', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('cancelOrder', async ({ anOrder }) => {
  const { as, no } = await anOrder();
  return { as, body: { no } };
});

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

const cancel = (no: string, userId = orders.mei) => resultOf(cancelOrder(orders.deps, orders.caller(userId), { no }));

it('an unpaid order is closed, and one that was paid meanwhile is fulfilled', async () => {
  const [open, paid] = [
    await orders.order({ items: [{ bookId: await orders.book() }] }),
    await orders.order({ items: [{ bookId: await orders.book() }] }),
  ];
  await orders.begun(open);
  orders.standIn.pay(await orders.begun(paid));
  expect(await cancel(open)).toMatchObject({ say: '订单已取消', payload: { order: { status: 'closed', closeReason: 'user' } } });
  expect(await cancel(paid)).toMatchObject({ say: '这个订单已经付款，没有取消', payload: { order: { status: 'fulfilled' } } });
  expect(await outcomeOf(cancel(open))).toBe('orders.notPayable');
});

it('an order stays open while its trade cannot be settled', async () => {
  const stuck = await orders.order();
  orders.standIn.pay(await orders.begun(stuck), { totalFen: 1 });
  expect(await outcomeOf(cancel(stuck))).toBe('orders.channelFailed');
  const unreachable = await orders.order();
  await orders.begun(unreachable);
  orders.standIn.trouble('down');
  expect(await outcomeOf(cancel(unreachable))).toBe('orders.channelFailed');
});

it('the order of another user is not found', async () => {
  const no = await orders.order();
  expect(await outcomeOf(cancel(no, await orders.user()))).toBe('orders.notFound');
});
