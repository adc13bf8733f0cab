/** `/admin/invoices`: invoices that are asked for. */
import { useMayAny } from '../../features/account/for-operators.tsx';
import { DeskInvoices } from '../../features/orders/desk-invoices.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => {
  const maySeeOrders = useMayAny(['approveRefund']) === true;
  return (
    <DeskPage title={deskText.entries.invoices} lead={deskOrdersText.invoices.lead} permissions={['issueInvoice']}>
      <DeskInvoices maySeeOrders={maySeeOrders} />
    </DeskPage>
  );
};
