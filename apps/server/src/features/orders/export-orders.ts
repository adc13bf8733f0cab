/** Returns the caller's orders as a workbook, newest first. */
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { findInvoicesOfOrders } from './invoices/invoice-store.ts';
import { ORDER_LIMITS } from './limits.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { dayFormat, ORDER_HEADING, ORDER_WIDTHS, orderRow } from './order-table.ts';
import { listOwnOrders } from './store.ts';

export const exportOrders: UseCase<'exportOrders', Pick<OrderDependencies, 'db' | 'clock'>> = async ({ db, clock }, { reader }) => {
  const orders = await listOwnOrders(db.orm, reader.userId, { tab: 'all', after: undefined, limit: ORDER_LIMITS.ordersExportMax });
  const invoices = await findInvoicesOfOrders(
    db.orm,
    orders.map(({ no }) => no),
    undefined,
  );
  const rows = [ORDER_HEADING, ...orders.map((order) => orderRow(order, invoices.get(order.no)))];
  const base64 = await workbookWriter.run([{ name: '订单', rows, widths: ORDER_WIDTHS }]);
  return { fileName: `我的订单-${dayFormat.format(clock.now())}.xlsx`, base64 };
};
