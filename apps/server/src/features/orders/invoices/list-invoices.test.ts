/** Tests of the list of the caller’s invoice requests. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from '../testing/order-fixture.ts';
import { createInvoice } from './create-invoice.ts';
import { listInvoices } from './list-invoices.ts';

testAccess('listInvoices', 'every user');

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

it('only the caller’s requests are listed', async () => {
  const no = await orders.fulfilled();
  const absent = { taxNo: undefined, email: undefined };
  const created = await resultOf(
    createInvoice(orders.deps, orders.caller(), { orderNos: [no], titleType: 'personal', title: '梅', ...absent }),
  );
  expect([created.say, created.payload.amountFen]).toEqual(['已提交发票申请', PRICE_FEN]);
  expect(await payloadOf(listInvoices(orders.deps, orders.caller(), {}))).toEqual({ items: [created.payload] });
  expect(await payloadOf(listInvoices(orders.deps, orders.caller(await orders.user()), {}))).toEqual({ items: [] });
});
