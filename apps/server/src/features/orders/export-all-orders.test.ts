/** Tests of the workbook of orders for operators. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { exportAllOrders } from './export-all-orders.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';
import { HEADING, sheetOf } from './testing/order-workbook.ts';

testAccess('exportAllOrders', ['finance', 'admin'], 'filtered');

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

describe('the exported orders of an operator', () => {
  const exportAll = async (filter: Partial<Parameters<typeof exportAllOrders>[2]>, scope?: AccessScope) => {
    const findUsers = async () => new Map([[orders.mei, { userId: orders.mei, nickname: '梅', tel: '136****0000' }]]);
    const deps = { ...orders.deps, findUsers, searchUserIds: async () => ['x'] };
    const { base64, ...rest } = await payloadOf(exportAllOrders(deps, orders.operatorCaller(scope), { q: '', ...filter }));
    return { ...rest, ...sheetOf(base64) };
  };

  it('are a table with their buyers, and the filter is recorded in an audit event', async () => {
    const no = await orders.fulfilled({ items: [{ bookId: 'a', title: '论语' }] });
    const gone = await orders.fulfilled({ items: [{ bookId: 'a', title: '论语' }], userId: await orders.user() });
    await orders.order();
    const exported = await exportAll({ status: 'fulfilled', q: '论语' });
    expect(exported).toMatchObject({
      fileName: '订单-2026-11-21.xlsx',
      name: '订单',
      orders: 2,
      widths: [24, 40, 12, 12, 12, 12, 12, 10, 20, 20, 32, 10, 24, 24, 16, 16],
    });
    expect(exported.rows.map((row) => [row[0], row[14], row[15]])).toEqual([
      ['订单号', '买家', '手机号'],
      [gone, '', ''],
      [no, '梅', '136****0000'],
    ]);
    expect(await orders.auditEvents()).toEqual([
      expect.objectContaining({
        operator_id: orders.operator.userId,
        action: 'orders.export',
        target_kind: 'order',
        target_id: '',
        after: { orders: 2, status: 'fulfilled', q: '论语' },
        at: orders.now(),
      }),
    ]);
  });

  it('are limited to the scope, with their parts and invoices', async () => {
    const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
    const shared = await orders.fulfilled({ items: [{ bookId: own, payFen: 100 }, { bookId: other }] });
    await orders.fulfilled({ items: [{ bookId: other }] });
    await orders.invoice({ orderNos: [shared] });
    const { rows, orders: count } = await exportAll({}, { publishers: ['甲社'], institutions: [] });
    expect([count, rows.slice(1).map((row) => [row[0], row[4], row[10], row[11]])]).toEqual([1, [[shared, 1, '', '']]]);
    expect((await orders.auditEvents())[0]?.['after']).toEqual({ orders: 1 });
  });

  it('are an empty table if no order matches', async () => {
    expect(await exportAll({ q: 'nothing' })).toMatchObject({ orders: 0, rows: [[...HEADING, '买家', '手机号']] });
  });
});
