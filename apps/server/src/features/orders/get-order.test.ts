/** Tests of an order of the caller with everything that belongs to it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { getOrder } from './get-order.ts';
import { getRefundRule } from './refunds/get-refund-rule.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('getOrder', 'every user');

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

const find = (no: string, userId = orders.mei) => payloadOf(getOrder(orders.deps, orders.caller(userId), { no }));

it('an order is returned with its history, refunds, invoice, rule and payment channels', async () => {
  const no = await orders.fulfilled({ items: [{ bookId: await orders.book() }] });
  const before = await find(no);
  expect(before).toMatchObject({ order: { no }, refunds: [], refundRule: { eligible: true }, channels: ['wechatNative', 'alipayPage'] });
  expect(before).not.toHaveProperty('invoice');
  expect(await payloadOf(getRefundRule(orders.deps, orders.caller(), { no }))).toEqual(before.refundRule);
  const requested = await payloadOf(requestRefund(orders.deps, orders.caller(), { no, reason: '买错了', bookIds: [] }));
  expect(requested.order.status).toBe('refunding');
  const invoice = await orders.invoice({ orderNos: [no] });
  const after = await find(no);
  expect(after).toMatchObject({ refunds: [{ id: requested.refund.id }], invoice: { id: invoice } });
  expect(after.events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled', 'refundRequested']);
});

it('the order of another user is not found', async () => {
  const no = await orders.order();
  expect(await outcomeOf(find(no, await orders.user()))).toBe('orders.notFound');
});
