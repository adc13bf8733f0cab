/** Tests of the status of an order for a page that waits for its payment. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { createOrder } from './create-order.ts';
import { payOrder } from './payments/pay-order.ts';
import { pollOrder } from './poll-order.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from './testing/order-fixture.ts';

testAccess('pollOrder', 'every user');

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

const poll = (no: string, userId = orders.mei) => payloadOf(pollOrder(orders.deps, orders.caller(userId), { no }));

it('an order is created, its payment is started, and its status is polled until it is paid', async () => {
  const bookId = await orders.book();
  const { order } = await payloadOf(createOrder(orders.deps, orders.caller(), { bookId, bookIds: [], priceFen: PRICE_FEN }));
  const { start } = await payloadOf(payOrder(orders.deps, orders.caller(), { no: order.no, channel: 'wechatNative' }));
  expect(start).toMatchObject({ kind: 'qr' });
  const waiting = { no: order.no, status: 'created', expireAt: order.expireAt };
  expect(await poll(order.no)).toEqual({ ...waiting, now: orders.now() });
  const [attempt] = await orders.query<{ trade_no: string }>('select trade_no from payment_attempt where order_no = $1', [order.no]);
  orders.standIn.pay(attempt?.trade_no ?? '');
  // The payment is not found yet, because polls of one order query the payment provider at most once in six seconds.
  expect(await poll(order.no)).toMatchObject(waiting);
  orders.later(6_000);
  expect(await poll(order.no)).toMatchObject({ status: 'fulfilled' });
});

it('the order of another user is not found', async () => {
  const no = await orders.order();
  expect(await outcomeOf(poll(no, await orders.user()))).toBe('orders.notFound');
});
