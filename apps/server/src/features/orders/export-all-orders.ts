/**
 * Returns the orders that match a filter as a workbook with their buyers, for operators. The export is an audit event. The table is empty
 * if no order matches.
 */
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { findBuyers } from './buyers.ts';
import { findInvoicesOfOrders } from './invoices/invoice-store.ts';
import { ORDER_LIMITS } from './limits.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { createOrderFilter } from './order-filter.ts';
import { dayFormat, ORDER_HEADING, ORDER_WIDTHS, orderRow } from './order-table.ts';
import { limitToScope } from './scoped-orders.ts';
import { listMatchingOrders } from './store.ts';

const BUYER_HEADING = ['买家', '手机号'];
const BUYER_WIDTHS = [16, 16];

export const exportAllOrders: UseCase<'exportAllOrders', OrderOperationDependencies> = async (deps, caller, input) => {
  const { orm } = deps.db;
  const now = deps.clock.now();
  const filter = await createOrderFilter(deps, input, caller.accessScope);
  const found = await listMatchingOrders(orm, filter, { after: undefined, limit: ORDER_LIMITS.ordersExportMax });
  const orders = (await limitToScope(orm, found, filter.scope)).map(({ order }) => order);
  const buyerOf = await findBuyers(
    deps,
    orders.map(({ userId }) => userId),
  );
  const invoices = await findInvoicesOfOrders(
    orm,
    orders.map(({ no }) => no),
    filter.scope,
  );
  const rows = orders.map((order) => {
    const { nickname, tel } = buyerOf(order.userId);
    return [...orderRow(order, invoices.get(order.no)), nickname, tel];
  });
  const base64 = await workbookWriter.run([
    { name: '订单', rows: [[...ORDER_HEADING, ...BUYER_HEADING], ...rows], widths: [...ORDER_WIDTHS, ...BUYER_WIDTHS] },
  ]);
  const { userIds: _userIds, scope: _scope, ...given } = filter;
  const after = {
    orders: orders.length,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')),
  };
  await recordAuditEvent(orm, operatorOf(caller), { action: 'orders.export', target: { kind: 'order', id: '' }, after }, now);
  return { fileName: `订单-${dayFormat.format(now)}.xlsx`, base64, orders: orders.length };
};
