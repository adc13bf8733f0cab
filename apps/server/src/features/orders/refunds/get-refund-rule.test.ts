/** Tests of whether an order can be refunded, and of what counts as read of each book. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { requireOwnOrder } from '../own-order.ts';
import { findOrder } from '../store.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { getRefundRule } from './get-refund-rule.ts';
import { readShareOfOrder } from './refundable-order.ts';

testAccess('getRefundRule', 'every user');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const ruleOf = (no: string, userId = orders.mei) => payloadOf(getRefundRule(orders.deps, orders.caller(userId), { no }));

it('an order is found only by its buyer', async () => {
  const no = await orders.fulfilled();
  expect((await requireOwnOrder(orders.deps, orders.mei, no)).no).toBe(no);
  expect(await outcomeOf(requireOwnOrder(orders.deps, await orders.user(), no))).toBe('orders.notFound');
  expect(await outcomeOf(ruleOf(no, await orders.user()))).toBe('orders.notFound');
  expect(await outcomeOf(requireOwnOrder(orders.deps, orders.mei, '20000000000000000000'))).toBe('orders.notFound');
});

it('the read share of a book counts from its renewal; an order has the largest share of its remaining or chosen books', async () => {
  const no = await orders.fulfilled({
    items: [{ bookId: 'a', readBefore: 0.25 }, { bookId: 'b' }, { bookId: 'c', refundedAt: 1 }, { bookId: 'd', readBefore: 0.5 }],
  });
  const order = await findOrder(orders.deps.db.orm, no);
  if (order === undefined) throw new Error('no order');
  for (const [id, share] of [
    ['a', 0.75],
    ['b', 0.25],
    ['c', 0.9],
    ['d', 0.125],
  ] as const)
    orders.read.set(id, share);
  const share = (...bookIds: string[]) => readShareOfOrder(orders.deps, order, bookIds);
  expect([await share(), await share('b'), await share('a', 'b'), await share('d'), await share('c')]).toEqual([0.5, 0.25, 0.5, 0, 0]);
  expect((await ruleOf(no)).items.map(({ bookId, obstacle }) => [bookId, obstacle])).toEqual([
    ['a', '试读以外已读 50%，满 10% 后不能退款'],
    ['b', '试读以外已读 25%，满 10% 后不能退款'],
    ['d', undefined],
  ]);
});

it('an order that can be refunded in full has the amount and no obstacles', async () => {
  const no = await orders.fulfilled();
  expect(await ruleOf(no)).toMatchObject({ eligible: true, amountFen: 3980, obstacles: [] });
});

it('a book with an offline copy is not refunded', async () => {
  const no = await orders.fulfilled({ items: [{ bookId: 'a' }] });
  orders.leased.add('a');
  expect(await ruleOf(no)).toMatchObject({ eligible: false, obstacles: ['设备上有离线副本，在“我的图书”里移除后才能退款'] });
});
