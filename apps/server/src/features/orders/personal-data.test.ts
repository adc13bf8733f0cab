/** Tests of the user’s data in the orders slice. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderData } from './personal-data.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const db = () => orders.deps.db.orm;

it('the export contains only the user’s orders, refunds and invoices, and erasure removes texts and titles', async () => {
  const li = await orders.user('李');
  const [first, second] = [
    await orders.fulfilled({ userId: li }),
    await orders.fulfilled({ userId: li, items: [{ bookId: 'b', title: '诗经' }] }),
  ];
  const refunds = [await orders.refund({ orderNo: first, reason: '买错了' }), await orders.refund({ orderNo: second })];
  const invoice = await orders.invoice({ orderNos: [first], userId: li });
  const files = await orderData.exportOf(db(), li);
  expect(files.map(({ path, about }) => [path, about])).toEqual([
    ['orders.json', '您的订单'],
    ['refunds.json', '您的退款'],
    ['invoices.json', '您申请的发票'],
  ]);
  const parsed = await Promise.all(files.map(async (file) => JSON.parse(await text(file.read())) as Record<string, unknown>[]));
  expect(parsed[0]?.map(({ no, channelTxn }) => [no, channelTxn])).toEqual([
    [first, `txn-${first}`],
    [second, `txn-${second}`],
  ]);
  expect(parsed[1]?.map(({ id }) => id)).toEqual(refunds);
  expect(parsed[2]?.map(({ id }) => id)).toEqual([invoice]);
  await orders.deps.db.transaction((tx) => orderData.eraseOf(tx, li));
  expect(await orders.row('order_refund', 'id', refunds[0] ?? '')).toMatchObject({ reason: '' });
  expect(await orders.row('invoice_request', 'id', invoice)).toMatchObject({ title: '' });
  expect(orderData.slice).toBe('orders');
});
