/** `/admin/invoices`: invoice requests. */
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminInvoices } from '../orders/admin-invoices.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const maySeeOrders = useMayAny(['approveRefund']) === true;
  return (
    <AdminPage title={screenTitle.adminInvoices} lead={adminOrdersText.invoices.lead}>
      <AdminInvoices maySeeOrders={maySeeOrders} />
    </AdminPage>
  );
};
