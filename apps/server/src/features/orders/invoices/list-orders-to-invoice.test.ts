/** Tests of the list of orders for which the caller can request an invoice. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { listOrdersToInvoice } from './list-orders-to-invoice.ts';

testAccess('listOrdersToInvoice', 'every user');

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

const list = (input: { limit?: number; cursor?: string }, userId = orders.mei) =>
  payloadOf(listOrdersToInvoice(orders.deps, orders.caller(userId), { limit: 20, cursor: undefined, ...input }));

it('paid orders without an invoice are listed page by page', async () => {
  const [a, b, invoiced] = [await orders.fulfilled(), await orders.fulfilled(), await orders.fulfilled()];
  await orders.invoice({ orderNos: [invoiced] });
  await orders.order();
  const page = await list({ limit: 1 });
  expect([page.items.map(({ no }) => no), page.next]).toEqual([[b], b]);
  const last = await list({ limit: 1, cursor: b });
  expect([last.items.map(({ no }) => no), last.next]).toEqual([[a], undefined]);
  expect(await list({}, await orders.user())).toEqual({ items: [] });
});
