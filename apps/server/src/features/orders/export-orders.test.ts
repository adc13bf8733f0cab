/** Tests of the workbook of the caller’s orders. */
import type { InvoiceStatus, Order } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { exportOrders } from './export-orders.ts';
import { createOrderFixture, type OrderFixture, START_MS } from './testing/order-fixture.ts';
import { HEADING, sheetOf } from './testing/order-workbook.ts';

testAccess('exportOrders', 'every user');

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

const own = async (userId = orders.mei) => {
  const { fileName, base64 } = await payloadOf(exportOrders(orders.deps, orders.caller(userId), {}));
  return { fileName, ...sheetOf(base64) };
};

describe('the exported orders of a reader', () => {
  it('are a table of all fields, newest first, in China’s time', async () => {
    const open = await orders.order({ items: [{ bookId: 'a', title: '论语' }], createdAt: START_MS });
    const paid = await orders.fulfilled({
      items: [
        { bookId: 'a', title: '甲', payFen: 3000 },
        { bookId: 'b', title: '乙', payFen: 50 },
      ],
      discountFen: 120,
      refundedFen: 5,
      bundle: { collectionId: 'c', title: '丛书', owned: [] },
      // The payment was made at 00:30 in China, so the table must show the next day.
      paidAt: START_MS + 15_300_000,
    });
    await orders.invoice({ orderNos: [paid], status: 'redIssued', invoice_no: 'blue', red_invoice_no: 'red' });
    await orders.fulfilled({ userId: await orders.user() });
    expect(await own()).toEqual({
      fileName: '我的订单-2026-11-21.xlsx',
      name: '订单',
      widths: [24, 40, 12, 12, 12, 12, 12, 10, 20, 20, 32, 10, 24, 24],
      rows: [
        HEADING,
        [
          paid,
          '整套《丛书》：甲、乙',
          31.7,
          1.2,
          30.5,
          0.05,
          '微信支付',
          '已完成',
          '2026-11-21 20:15:00',
          '2026-11-22 00:30:00',
          `txn-${paid}`,
          '已冲红',
          'blue',
          'red',
        ],
        [open, '论语', 39.8, 0, 0, 0, '', '待支付', '2026-11-21 20:15:00', '', '', '', '', ''],
      ],
    });
  });

  it('name every status, platform and invoice status in Chinese', async () => {
    const statuses: [Order['status'], string][] = [
      ['created', '待支付'],
      ['paid', '正在开通'],
      ['fulfilled', '已完成'],
      ['closed', '已关闭'],
      ['refunding', '退款中'],
      ['partiallyRefunded', '部分退款'],
      ['refunded', '已退款'],
    ];
    const invoices: [InvoiceStatus, string][] = [
      ['submitted', '待开具'],
      ['issuing', '开票中'],
      ['issued', '已开具'],
      ['rejected', '已退回'],
      ['redPending', '待冲红'],
      ['redIssued', '已冲红'],
    ];
    const channels = [
      ['wechatNative', '微信支付'],
      ['alipayPage', '支付宝'],
      ['local', '演示支付'],
    ] as const;
    for (const [status] of statuses) await orders.order({ status });
    for (const [channel] of channels) await orders.fulfilled({ channel });
    for (const [status] of invoices) await orders.invoice({ orderNos: [await orders.fulfilled()], status });
    const rows = (await own()).rows.slice(1).toReversed();
    expect(rows.slice(0, 7).map((row) => row[7])).toEqual(statuses.map(([, name]) => name));
    expect(rows.slice(7, 10).map((row) => row[6])).toEqual(channels.map(([, name]) => name));
    expect(rows.slice(10).map((row) => row[11])).toEqual(invoices.map(([, name]) => name));
  });
});
