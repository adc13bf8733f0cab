/** `/admin/invoices`: invoices that are asked for. */
import { DeskInvoices } from '../../features/orders/desk-invoices.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.invoices} lead={deskOrdersText.invoices.lead} permissions={['approveRefund']}>
    <DeskInvoices />
  </DeskPage>
);
