/** Tests of the order list of the admin area. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { listAllOrders } from './list-all-orders.ts';
import { createOrderFixture, MINUTE_MS, type OrderFixture, PRICE_FEN } from './testing/order-fixture.ts';

testAccess('listAllOrders', ['finance', 'admin'], 'filtered');

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

const list = (input: Partial<Parameters<typeof listAllOrders>[2]>, scope?: AccessScope) =>
  payloadOf(listAllOrders(orders.deps, orders.operatorCaller(scope), { q: '', limit: 20, ...input }));
const buyer = () => ({ userId: orders.mei, nickname: `人 ${orders.mei}`, tel: '136****0000' });

it('orders are listed with their buyers and totals, page by page and filtered', async () => {
  const [a, b] = [
    await orders.fulfilled({ createdAt: orders.now() - MINUTE_MS }),
    await orders.order({ items: [{ bookId: '1'.repeat(26), title: '诗经' }] }),
  ];
  const first = await list({ limit: 1 });
  expect(first).toMatchObject({
    items: [{ order: { no: b }, buyer: buyer() }],
    next: b,
    total: { orders: 2, paidFen: PRICE_FEN, refundedFen: 0 },
  });
  const second = await list({ limit: 1, cursor: b });
  expect([second.items.map(({ order }) => order.no), second.next]).toEqual([[a], undefined]);
  const found = async (filter: Parameters<typeof list>[0]) => (await list(filter)).items.map(({ order }) => order.no);
  expect([
    await found({ q: '梅' }),
    await found({ q: '诗' }),
    await found({ status: 'created' }),
    await found({ channel: 'alipayPage' }),
  ]).toEqual([[b, a], [b], [b], []]);
  expect([await found({ from: orders.now() }), await found({ to: orders.now() })]).toEqual([[b], [a]]);
});

it('an operator of a publisher sees only orders with its books', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const shared = await orders.order({ items: [{ bookId: own }, { bookId: other }] });
  await orders.order({ items: [{ bookId: other }] });
  const { items } = await list({}, { publishers: ['甲社'], institutions: [] });
  expect(items.map(({ order }) => [order.no, order.items.map(({ bookId }) => bookId)])).toEqual([[shared, [own]]]);
});
