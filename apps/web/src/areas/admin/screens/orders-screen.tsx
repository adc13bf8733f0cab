/** `/admin/orders`: all orders. */

import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminOrders } from '../orders/admin-orders.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminOrders} lead={adminOrdersText.orders.lead}>
    <AdminOrders />
  </AdminPage>
);
