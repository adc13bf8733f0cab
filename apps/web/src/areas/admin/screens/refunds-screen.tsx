/** `/admin/refunds`: refunds. */

import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminRefunds } from '../orders/admin-refunds.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminRefunds} lead={adminOrdersText.refunds.lead}>
    <AdminRefunds />
  </AdminPage>
);
